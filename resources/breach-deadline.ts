import { counted } from './rules/plural.ts'

const minuteMs = 60_000

/** How long there is to notify the CNPD of a breach: `faltam 31 horas`, `falta 1 minuto`, `o prazo passou há 3 horas`. */
export function breachTimeLeft(notifyBy: string, now: number): string {
  const minutes = Math.floor((Date.parse(notifyBy) - now) / minuteMs)
  const size = Math.abs(minutes)
  const [count, one, many] =
    size < 60 ? ([size, 'minuto', 'minutos'] as const) : ([Math.floor(size / 60), 'hora', 'horas'] as const)
  if (minutes < 0) return `o prazo passou há ${counted(count, one, many)}`
  return `${count === 1 ? 'falta' : 'faltam'} ${counted(count, one, many)}`
}
