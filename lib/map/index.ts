export { MAP_PAGE } from './map-page';
