import { lazy } from '@agremia/resources/rules/once.ts'

const formatter = lazy(() => new Intl.NumberFormat('pt-PT', { useGrouping: 'always' }))

/** 1248 → `1 248`. `Intl.NumberFormat` is slow to create, so it is created only for counts above 999. */
export function formatCount(count: number): string {
  return count >= 0 && count < 1000 ? String(count) : formatter().format(count)
}
