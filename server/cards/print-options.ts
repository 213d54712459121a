import type { Orientation } from '@agremia/resources/card-template.ts'
import type { CardLayout } from '@agremia/resources/card-layouts.ts'
import type { Settings } from '@agremia/resources/definitions/settings.ts'
import type { Sheet } from './draw/sheets.ts'
import { sheetOf } from './draw/sheets.ts'

/** The sheets of a layout, with the printer offset and the pre-cut paper of the settings. */
export function sheetsFor(settings: Settings, layout: CardLayout): (orientation: Orientation) => Sheet {
  const [x = 0, y = 0] = parseMillimetres(settings.cardsOffset)
  const [left = 0, top = 0, pitchX = 0, pitchY = 0] = parseMillimetres(settings.cardsPrecutSheet)
  return (orientation) =>
    sheetOf(layout, { orientation, offset: { x, y }, precut: { left, top, pitchX, pitchY } })
}

/** `0,5; -0,3` gives 0.5 and -0.3. */
export function parseMillimetres(setting: string): number[] {
  return setting.split(';').map((part) => Number(part.trim().replace(',', '.')))
}
