import { once } from '@agremia/resources/rules/once.ts'

const counts = once(() => new Intl.NumberFormat('pt-PT', { useGrouping: 'always' }))

/** 1248 → `1 248`. The first format takes a while to begin, and most counts need none. */
export function formatCount(count: number): string {
  return count >= 0 && count < 1000 ? String(count) : counts().format(count)
}
