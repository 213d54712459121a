import type { OptionsFilter } from '@mantine/core'
import { holdsWords } from '@agremia/resources/rules/fold.ts'

/** Finds choices as lists find records: by their words, whatever the accents. */
export const optionsFilter: OptionsFilter = ({ options, search }) =>
  options.filter((option) => !('value' in option) || holdsWords(option.label, search))
