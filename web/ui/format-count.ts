import { once } from '@agremia/resources/rules/once.ts'

const counts = once(() => new Intl.NumberFormat('pt-PT', { useGrouping: 'always' }))

/** 1248 → `1 248`. */
export function formatCount(count: number): string {
  return counts().format(count)
}
