export type Side = 'bottom' | 'bottom-start' | 'bottom-end' | 'right'

const gap = 6
const margin = 8

/** Puts a fixed element beside another, turned to the other side or pushed in where the window ends. */
export function placeBeside(element: HTMLElement, target: Element, side: Side): void {
  const at = target.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = element
  const { innerWidth, innerHeight } = window
  const below = at.bottom + gap
  const fitsBelow = below + height <= innerHeight - margin
  const above = at.top - gap - height
  const top =
    side === 'right' ? at.top + (at.height - height) / 2 : fitsBelow || above < margin ? below : above
  const left = {
    bottom: at.left + (at.width - width) / 2,
    'bottom-start': at.left,
    'bottom-end': at.right - width,
    right: at.right + gap,
  }[side]
  element.style.left = `${within(left, innerWidth - width - margin)}px`
  element.style.top = `${within(top, innerHeight - height - margin)}px`
}

function within(position: number, last: number): number {
  return Math.max(margin, Math.min(position, last))
}
