export { IncomeWarnings } from './income-warnings.tsx'
