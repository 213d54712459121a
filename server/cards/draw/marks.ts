import type { CardPlace } from '@agremia/resources/card-template.ts'

/** What a side of a card is made of when everything has its place: millimetres from the top left, the first below. */
export type Mark = {
  /** The place of its element in the side; absent of what lies below all. */ element?: number
} & (
  | ({ kind: 'box'; colour: string; radius: number } & CardPlace)
  /** Fills its place and is cut to it, or stands in it whole. */
  | ({ kind: 'image'; image: StoredImage; isWhole?: true } & CardPlace)
  | ({ kind: 'silhouette' } & CardPlace)
  | { kind: 'bars'; bars: CardPlace[] }
  | TextMark
)

/** A picture of the file store: photos are cut to their frame, others are as they came. */
export interface StoredImage {
  id: string
  variant: 'large' | 'original'
}

/** One line: `y` is its base line and `x` its left end; `size` is in points. */
export interface TextMark {
  kind: 'text'
  text: string
  x: number
  y: number
  size: number
  weight: 400 | 600
  colour: string
}

export const pointsPerMm = 72 / 25.4
