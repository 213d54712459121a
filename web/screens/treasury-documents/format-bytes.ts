import { formatNumber } from '@agremia/resources/rules/amount.ts'

/** A size in bytes as text: `340 KB`, `1,2 MB`. */
export function formatBytes(bytes: number): string {
  const megabytes = bytes / 1024 ** 2
  return megabytes < 1
    ? `${formatNumber(Math.max(1, Math.round(bytes / 1024)))} KB`
    : `${formatNumber(Math.round(megabytes * 10) / 10, 1)} MB`
}
