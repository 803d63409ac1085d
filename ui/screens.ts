/**
 * The arrangements of a table, each defined once: a style sheet says `@media (--column)`. A screen that matches none is
 * wide enough for the drawing with the bar below it. In `em`, so text of twice the size gets the arrangement with room for it.
 */
const SCREENS: Record<string, string> = {
  /** One column, where the page is higher than wide. */
  "--column": "(max-aspect-ratio: 1/1), (max-width: 47.5em) and (min-height: 40.01em)",
  /** The bar as a rail beside the felt, on low and small screens. */
  "--rail":
    "(min-aspect-ratio: 1001/1000) and ((max-height: 36em) or ((max-width: 79.99em) and (max-height: 42em)) or ((min-width: 47.51em) and (max-width: 62.5em)))",
};

interface MediaRule {
  params: string;
}

/** For PostCSS, which Vite uses: replaces each name by its media query. */
export const namedScreens = {
  postcssPlugin: "named-screens",
  AtRule: {
    media(rule: MediaRule): void {
      rule.params = rule.params.replace(/\((--[\w-]+)\)/g, (_, name: string) => {
        const screen = SCREENS[name];
        if (!screen) throw new Error(`there is no screen ${name}; the screens are ${Object.keys(SCREENS).join(", ")}`);
        return screen;
      });
    },
  },
};
