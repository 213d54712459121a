import type { OptionsFilter } from '@mantine/core'
import { matchesSearch } from '@agremia/resources/rules/fold.ts'

/** Filters options like lists: by words, ignoring accents. */
export const optionsFilter: OptionsFilter = ({ options, search }) =>
  options.filter((option) => !('value' in option) || matchesSearch(option.label, search))
