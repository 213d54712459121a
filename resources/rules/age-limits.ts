import { ageAt, type DateText } from './dates.ts'

/** Ages in years, inclusive; null is no limit. */
export interface AgeLimits {
  minAge: number | null
  maxAge: number | null
}

/** Returns the limit that the age on `day` is beyond; undefined when it is within both. */
export function exceededLimit(
  birthDate: DateText,
  { minAge, maxAge }: AgeLimits,
  day: DateText,
): keyof AgeLimits | undefined {
  const age = ageAt(birthDate, day)
  if (minAge !== null && age < minAge) return 'minAge'
  return maxAge !== null && age > maxAge ? 'maxAge' : undefined
}
