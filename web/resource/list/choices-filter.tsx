import { useState } from 'react'
import { Checkbox, Skeleton, TextInput, UnstyledButton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { FieldDescriptor } from '@agremia/resources/descriptor.ts'
import { holdsWords } from '@agremia/resources/rules/fold.ts'
import type { FilterEditorProps } from './filter-editor.tsx'
import { presenceChoices } from './filter-text.ts'
import { isSameSet, withFilter } from './list-state.ts'
import { useLookUp } from './use-filter-names.ts'
import classes from './list-toolbar.module.css'

const searchFrom = 9
const searchDelay = 250

/** Filters by any of several values: the choices of a field, the records of a look-up, yes and no. */
export function ChoicesFilter({ field, label, presets, filters, onChange }: FilterEditorProps) {
  const [typed, setTyped] = useState('')
  const choices = useFilterChoices(field, typed)
  // The address follows the mark, and not the mark the address: it must answer at once.
  const [chosen, setChosen] = useState<readonly string[]>(filters[field.name] ?? [])
  const apply = (values: readonly string[]) => {
    setChosen(values)
    onChange(withFilter(filters, field.name, values))
  }
  return (
    <div className={classes.choices}>
      {presets.map((preset) => (
        <UnstyledButton
          key={preset.label}
          className={classes.preset}
          aria-pressed={isSameSet(preset.values, chosen)}
          onClick={() => apply(preset.values)}
        >
          {preset.label}
        </UnstyledButton>
      ))}
      {(choices.shown === undefined || choices.canSearch) && (
        <TextInput
          size="xs"
          type="search"
          data-autofocus
          placeholder="Pesquisar"
          aria-label={`Pesquisar em ${label}`}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      {choices.shown === undefined ? (
        <Skeleton h="8rem" />
      ) : (
        <fieldset className={classes.options}>
          <legend className="visually-hidden">{label}</legend>
          {choices.shown.map(({ value, label: name }) => (
            <Checkbox
              key={value}
              size="xs"
              className={classes.option}
              label={name}
              checked={chosen.includes(value)}
              onChange={(event) =>
                apply(
                  event.currentTarget.checked ? [...chosen, value] : chosen.filter((one) => one !== value),
                )
              }
            />
          ))}
          {choices.shown.length === 0 && <p className={classes.none}>Sem resultados</p>}
        </fieldset>
      )}
    </div>
  )
}

interface FilterChoices {
  /** Undefined while they are on the way. */
  shown: { value: string; label: string }[] | undefined
  canSearch: boolean
}

function useFilterChoices(field: FieldDescriptor, typed: string): FilterChoices {
  const isReference = field.inputType === 'reference'
  const [search] = useDebouncedValue(typed.trim(), searchDelay)
  const whole = useLookUp(field.reference, { enabled: isReference })
  const isLarge = whole.choices !== undefined && !whole.isWhole
  const found = useLookUp(field.reference, { enabled: isReference && isLarge && search !== '', search })
  if (isReference && isLarge) return { shown: search === '' ? whole.choices : found.choices, canSearch: true }
  const all = isReference ? whole.choices : ownChoices(field)
  if (all === undefined) return { shown: undefined, canSearch: false }
  return {
    shown: [...matching(all, typed), ...(typed === '' ? presenceChoices(field) : [])],
    canSearch: all.length >= searchFrom,
  }
}

function ownChoices(field: FieldDescriptor) {
  if (field.inputType !== 'checkbox') return field.options ?? []
  return [
    { value: 'true', label: 'Sim' },
    { value: 'false', label: 'Não' },
  ]
}

function matching<Choice extends { label: string }>(choices: readonly Choice[], typed: string): Choice[] {
  return choices.filter(({ label }) => holdsWords(label, typed))
}
