/** The size of the drawn map (public/art/uk-ranks.svg). */
export const ukMapSize = { width: 371, height: 686 }

/** The projection of the National Grid in the drawn map: one bar per cell. */
const grid = { west: -6_000, north: 1_225_000, cellWidth: 13_000, cellHeight: 22_500, barStep: 7, rowStep: 12.4 }

/** Converts a point of the National Grid, in metres, to the drawn map. */
export function nationalGridToUkMapPoint({ x, y }: { x: number; y: number }): { x: number; y: number } {
  return {
    x: ((x - grid.west) / grid.cellWidth) * grid.barStep,
    y: ((grid.north - y) / grid.cellHeight) * grid.rowStep,
  }
}
