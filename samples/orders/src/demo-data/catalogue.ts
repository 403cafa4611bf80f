/** An article; its position in the catalogue, counted from 1, is the id of its product. */
export interface Article {
  readonly sku: string;
  readonly name: string;
  readonly cents: number;
}

type Offer = readonly [name: string, cents: number];

const OFFERS: Readonly<Record<string, readonly Offer[]>> = {
  KIT: [
    ['Cast Iron Skillet 28 cm', 4990],
    ['Enamelled Dutch Oven 5 l', 12900],
    ["Chef's Knife 20 cm", 7450],
    ['Bread Knife 24 cm', 4200],
    ['Walnut Cutting Board', 5890],
    ['Stoneware Mixing Bowl Set', 3995],
    ['Digital Kitchen Scale', 2490],
    ['Stainless Steel Colander', 2150],
    ['Glass Storage Jars, Set of 6', 2795],
    ['Silicone Spatula Set', 1290],
    ['Pepper Mill, Beech', 3450],
    ['Salad Spinner', 2299],
  ],
  COF: [
    ['Pour-Over Coffee Dripper', 1890],
    ['Gooseneck Kettle 0.9 l', 6900],
    ['Burr Coffee Grinder', 11900],
    ['French Press 1 l', 3290],
    ['Moka Pot, 6 Cups', 3150],
    ['Espresso Beans 1 kg', 1795],
    ['Filter Coffee Beans 500 g', 1150],
    ['Paper Filters, Pack of 100', 595],
    ['Double-Walled Glasses, Set of 2', 1690],
    ['Milk Frother', 2790],
  ],
  OFC: [
    ['Dotted Notebook A5', 1490],
    ['Fountain Pen, Fine Nib', 3890],
    ['Desk Lamp with Dimmer', 6450],
    ['Felt Desk Mat', 2990],
    ['Monitor Stand, Oak', 5990],
    ['Ergonomic Office Chair', 32900],
    ['Height-Adjustable Desk 140 cm', 48900],
    ['Mechanical Keyboard', 9900],
    ['Wireless Mouse', 3990],
    ['Cable Organiser Set', 1295],
    ['Weekly Planner Pad', 990],
    ['Brass Paper Clips, Box of 50', 690],
  ],
  GRD: [
    ['Bypass Pruning Shears', 2750],
    ['Watering Can 10 l', 2290],
    ['Terracotta Pot 30 cm', 1450],
    ['Potting Soil 40 l', 1190],
    ['Tomato Seeds, Heirloom Mix', 395],
    ['Garden Gloves, Leather', 1690],
    ['Hand Trowel, Forged', 1850],
    ['Rain Gauge, Glass', 1290],
    ['Bird Feeder, Larch', 3490],
    ['Hose Reel 20 m', 5490],
  ],
  OUT: [
    ['Hiking Backpack 32 l', 9950],
    ['Insulated Bottle 0.75 l', 2690],
    ['Head Torch 400 lm', 3990],
    ['Merino Socks, 2 Pairs', 2190],
    ['Two-Person Tent', 18900],
    ['Down Sleeping Bag', 21900],
    ['Camping Stove', 5290],
    ['Trekking Poles, Pair', 6490],
    ['Dry Bag 20 l', 1990],
    ['Pocket Knife, 8 Tools', 3290],
    ['First Aid Kit', 2390],
    ['Bicycle Repair Kit', 2890],
    ['Rain Jacket, Unisex', 8990],
    ['Picnic Blanket, Wool', 4490],
    ['Travel Hammock', 4990],
    ['Enamel Mug', 1090],
  ],
};

/** The articles; an SKU is the department and a number: `KIT-001`. */
export const CATALOGUE: readonly Article[] = Object.entries(OFFERS).flatMap(([department, offers]) =>
  offers.map(([name, cents], index) => ({ sku: `${department}-${String(index + 1).padStart(3, '0')}`, name, cents })),
);
