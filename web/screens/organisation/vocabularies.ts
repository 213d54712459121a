import { capitalise } from '@agremia/resources/letter-case.ts'
import {
  findTerminologyPreset,
  terminologyOf,
  terminologyPresets,
  type MemberGender,
  type TerminologyPreset,
} from '@agremia/resources/terminology.ts'

/** The settings of the organisation's terminology, in the order of the form. */
export const wordNames = ['memberSingular', 'memberPlural', 'memberGender', 'membershipPayments'] as const
export type Words = Record<(typeof wordNames)[number], string>

const genders = ['m', 'f', 'both'] as const

/** One option per vocabulary, with the types of organisation that use it: `Sócios, quotizações – Sindicato`. */
export const presetOptions = [...Map.groupBy(terminologyPresets, vocabularyTitle)].map(
  ([words, presets]) => ({
    value: presets[0]?.id as string,
    label: `${words} – ${capitalise(presets.map(({ label }) => label.toLowerCase()).join(', '))}`,
  }),
)

function vocabularyTitle({ memberPlural, membershipPayments }: TerminologyPreset): string {
  return `${capitalise(memberPlural)}, ${membershipPayments.toLowerCase()}`
}

/** The words of a vocabulary in a gender, or in its default gender; empty for an unknown vocabulary. */
export function wordsOf(id: string, gender: string): Partial<Words> {
  const preset = findTerminologyPreset(id)
  if (!preset) return {}
  const chosenGender = genders.find((known): known is MemberGender => known === gender) ?? preset.gender
  const { memberSingular, memberPlural, memberGender, membershipPayments } = terminologyOf(preset, {
    name: '',
    gender: chosenGender,
  })
  return { memberSingular, memberPlural, memberGender, membershipPayments }
}

/** The id of the first vocabulary with exactly these words; undefined for custom words. */
export function presetOf(words: Words): string | undefined {
  return terminologyPresets.find(({ id }) => {
    const known = wordsOf(id, words.memberGender)
    return wordNames.every((name) => known[name] === words[name])
  })?.id
}
