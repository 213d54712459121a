import type { CardPlace } from '@agremia/resources/card-template.ts'

/** The placeholder of a missing photo: the head as a circle and the shoulders as an SVG path, in millimetres. */
export function silhouetteOf({ x, y, w, h }: CardPlace) {
  const at = (across: number, down: number) => `${round(x + w * across)} ${round(y + h * down)}`
  return {
    ground: '#D9E6F5',
    figure: '#8AB0DE',
    head: { x: x + w / 2, y: y + h * 0.4, radius: Math.min(w, h) * 0.2 },
    shoulders: `M${at(0.12, 1)}Q${at(0.14, 0.68)} ${at(0.5, 0.68)}Q${at(0.86, 0.68)} ${at(0.88, 1)}Z`,
  }
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000
}
