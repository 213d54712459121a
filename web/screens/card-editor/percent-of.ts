import type { CardPlace } from '@agremia/resources/card-template.ts'

export interface CardSize {
  width: number
  height: number
}

/** CSS position and size of a place, in percent of the card. */
export function percentOf({ x, y, w, h }: CardPlace, { width, height }: CardSize) {
  const percent = (part: number, whole: number) => `${((part / whole) * 100).toFixed(4)}%`
  return {
    left: percent(x, width),
    top: percent(y, height),
    width: percent(w, width),
    height: percent(h, height),
  }
}
