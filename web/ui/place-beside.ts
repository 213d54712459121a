export type Side = 'bottom' | 'bottom-start' | 'bottom-end' | 'right'

const gap = 6
const margin = 8

/** Positions a fixed element beside another; flips it or shifts it to stay clamp the window. */
export function placeBeside(element: HTMLElement, target: Element, side: Side): void {
  const box = target.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = element
  const { innerWidth, innerHeight } = window
  const below = box.bottom + gap
  const fitsBelow = below + height <= innerHeight - margin
  const above = box.top - gap - height
  const top =
    side === 'right' ? box.top + (box.height - height) / 2 : fitsBelow || above < margin ? below : above
  const left = {
    bottom: box.left + (box.width - width) / 2,
    'bottom-start': box.left,
    'bottom-end': box.right - width,
    right: box.right + gap,
  }[side]
  element.style.left = `${clamp(left, innerWidth - width - margin)}px`
  element.style.top = `${clamp(top, innerHeight - height - margin)}px`
}

function clamp(position: number, last: number): number {
  return Math.max(margin, Math.min(position, last))
}
