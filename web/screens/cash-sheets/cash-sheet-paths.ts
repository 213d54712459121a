export const cashSheetPath = '/folhaDeCaixa'
export const pastSheetsPath = `${cashSheetPath}/anteriores`

/** The cash sheet of a day; today's without one. */
export function cashDayPath(date: string): string {
  return `${cashSheetPath}?dia=${date}`
}
