import type { Terminology } from '@agremia/resources/terminology.ts'

const key = 'terminology'

/** The words of the last visit, so that the first screen does not wait for them. Those of an older version may lack some. */
export function cachedTerminology(): Terminology | undefined {
  try {
    const cached = JSON.parse(localStorage.getItem(key) ?? 'null') as Terminology | null
    return cached && words.every((word) => typeof cached[word] === 'string') ? cached : undefined
  } catch {
    return undefined
  }
}

export function cacheTerminology(terminology: Terminology): void {
  localStorage.setItem(key, JSON.stringify(terminology))
}

const words = Object.keys({
  name: true,
  memberSingular: true,
  memberPlural: true,
  memberURLSingular: true,
  memberURLPlural: true,
  membershipPayments: true,
  membershipPaymentsURL: true,
  memberGender: true,
} satisfies Record<keyof Terminology, true>) as (keyof Terminology)[]
