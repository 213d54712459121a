import { element } from './element.ts'
import { yearsOf, type QuotaMarks } from './quota-marks.ts'
import classes from './quota-strip.module.css'

/** The strip as a DOM element, for rows drawn before React is loaded. */
export function quotaStripElement(marks: QuotaMarks): HTMLElement {
  const tiles = yearsOf(marks).map(([, mark]) => element('span', { class: classes.tile, 'data-mark': mark }))
  return element('span', { class: classes.strip }, ...tiles)
}
