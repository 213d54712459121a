export const cashSheetPath = '/folhaDeCaixa'
export const pastSheetsPath = `${cashSheetPath}/anteriores`

/** `date` as ISO date. */
export function cashDayPath(date: string): string {
  return `${cashSheetPath}?dia=${date}`
}
