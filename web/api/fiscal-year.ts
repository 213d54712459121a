import type { FiscalYearStart } from '@agremia/resources/rules/fiscal-year.ts'
import { useMemo } from 'react'
import { useSettings } from './queries.ts'

/** When the accounting year of the organisation begins. */
export function useFiscalYear(): FiscalYearStart {
  const { fiscalYearStart = '1' } = useSettings()
  return useMemo(() => ({ fiscalYearStart }), [fiscalYearStart])
}
