import {
  capitalise,
  findTerminologyPreset,
  terminologyOf,
  terminologyPresets,
  type MemberGender,
  type TerminologyPreset,
} from '@agremia/resources/terminology.ts'

/** The settings that hold the organisation's words, in the order in which they are written. */
export const wordNames = ['memberSingular', 'memberPlural', 'memberGender', 'membershipPayments'] as const
export type Words = Record<(typeof wordNames)[number], string>

const genders = ['m', 'f', 'both'] as const

/** Each vocabulary by its words and by who speaks so: `Sócios, quotizações – Sindicato`. */
export const presetOptions = [...Map.groupBy(terminologyPresets, spoken)].map(([words, presets]) => ({
  value: presets[0]?.id as string,
  label: `${words} – ${capitalise(presets.map(({ label }) => label.toLowerCase()).join(', '))}`,
}))

function spoken({ memberPlural, membershipPayments }: TerminologyPreset): string {
  return `${capitalise(memberPlural)}, ${membershipPayments.toLowerCase()}`
}

/** The words of a vocabulary in a gender, or in its own where it has none of that; of an unknown one, none. */
export function wordsOf(id: string, gender: string): Partial<Words> {
  const preset = findTerminologyPreset(id)
  if (!preset) return {}
  const wanted = genders.find((known): known is MemberGender => known === gender) ?? preset.gender
  const { memberSingular, memberPlural, memberGender, membershipPayments } = terminologyOf(preset, {
    name: '',
    gender: wanted,
  })
  return { memberSingular, memberPlural, memberGender, membershipPayments }
}

/** The first vocabulary that has exactly these words; undefined when they are the organisation's own. */
export function presetOf(words: Words): string | undefined {
  return terminologyPresets.find(({ id }) => {
    const known = wordsOf(id, words.memberGender)
    return wordNames.every((name) => known[name] === words[name])
  })?.id
}
