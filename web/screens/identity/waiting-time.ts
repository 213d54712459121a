/** Formats a wait: `dentro de 2 minutos`. */
export function waitingTime(seconds: number | undefined): string {
  if (seconds === undefined) return 'mais tarde'
  if (seconds < 60) return `dentro de ${counted(Math.max(1, Math.ceil(seconds)), 'segundo')}`
  if (seconds <= 3600) return `dentro de ${counted(Math.ceil(seconds / 60), 'minuto')}`
  return `dentro de ${counted(Math.ceil(seconds / 3600), 'hora')}`
}

function counted(count: number, unit: string): string {
  return count === 1 ? `1 ${unit}` : `${count} ${unit}s`
}
