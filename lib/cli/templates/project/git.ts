/** `.gitignore` */
export function gitignore(): string {
  return `node_modules/
dist/
coverage/
data/
.env
*.log
`;
}
