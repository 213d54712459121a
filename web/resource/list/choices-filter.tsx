import { type KeyboardEvent, useRef, useState } from 'react'
import { Checkbox, Skeleton, UnstyledButton } from '@mantine/core'
import { loadingField } from '../../ui/first-field.ts'
import { useSearchText } from '../../ui/search-text.ts'
import { nextByLetters, useTypedLetters } from '../../ui/typed-letters.ts'
import type { FieldDescriptor } from '@agremia/resources/descriptor.ts'
import { matchesSearch } from '@agremia/resources/rules/fold.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { type FilterPreset, presenceChoices } from './filters.ts'
import { type Filters, isSameSet, withFilter } from './list-state.ts'
import { useLookUp } from './filter-names.ts'
import classes from './list-toolbar.module.css'

export interface FilterEditorProps {
  field: FieldDescriptor
  label: string
  presets: readonly FilterPreset[]
  filters: Filters
  onChange: (filters: Filters) => void
}

const minForSearch = 9

/** Filter by several values: options of a field, records of a look-up, yes and no. */
export function ChoicesFilter({ field, label, presets, filters, onChange }: FilterEditorProps) {
  const [typed, setTyped] = useState('')
  const choices = useFilterChoices(field, typed)
  // Local state, so that checkboxes react before the address changes.
  const [chosen, setChosen] = useState<readonly string[]>(filters[field.name] ?? [])
  const apply = (values: readonly string[]) => {
    setChosen(values)
    onChange(withFilter(filters, field.name, values))
  }
  const list = useRef<HTMLFieldSetElement>(null)
  const searchField = useRef<HTMLInputElement>(null)
  const lettersOf = useTypedLetters()
  /** The box to which letters moved. */
  const reached = useRef<HTMLInputElement>(undefined)

  /** Typing searches, or moves to the next choice that begins with the letters. */
  function onKeyDown(event: KeyboardEvent) {
    const letters = lettersOf(event)
    if (letters === undefined || !choices.shown) return
    if (searchField.current) return searchField.current.focus()
    const boxes = [...(list.current?.querySelectorAll('input') ?? [])]
    const options = choices.shown.map(({ label: name }, place) => ({ value: String(place), label: name }))
    const from = boxes.findIndex((box) => box === reached.current && box === document.activeElement)
    const next = nextByLetters(options, String(from), letters)
    reached.current = next && boxes[Number(next.value)]
    reached.current?.focus()
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
      {choices.canSearch && (
        <SearchField
          ref={searchField}
          label={`Pesquisar em ${label}`}
          placeholder="Pesquisar"
          value={typed}
          onChange={setTyped}
        />
      )}
      {choices.shown === undefined ? (
        <Skeleton h="8rem" {...(!choices.canSearch && loadingField)} />
      ) : (
        <fieldset ref={list} className={classes.options}>
          <legend className="visually-hidden">{label}</legend>
          {choices.shown.map(({ value, label: name }) => (
            <Checkbox
              key={value}
              size="xs"
              className={classes.option}
              label={name}
              checked={chosen.includes(value)}
              onKeyDown={onKeyDown}
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
  /** Undefined while loading. */
  shown: { value: string; label: string }[] | undefined
  canSearch: boolean
}

function useFilterChoices(field: FieldDescriptor, typed: string): FilterChoices {
  const isReference = field.inputType === 'reference'
  const { asked: search, current } = useSearchText(typed)
  const firstRows = useLookUp(field.reference, { enabled: isReference })
  const isLarge = firstRows.choices !== undefined && !firstRows.isComplete
  const searchResults = useLookUp(field.reference, {
    enabled: isReference && isLarge && search !== '',
    search,
  })
  if (isReference && isLarge)
    return {
      shown: typed.trim() === '' ? firstRows.choices : current(searchResults.choices),
      canSearch: true,
    }
  const all = isReference ? firstRows.choices : ownChoices(field)
  if (all === undefined) return { shown: undefined, canSearch: false }
  return {
    shown: [...matching(all, typed), ...(typed === '' ? presenceChoices(field) : [])],
    canSearch: all.length >= minForSearch,
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
  return choices.filter(({ label }) => matchesSearch(label, typed))
}
