import { Stack, UnstyledButton } from '@mantine/core'
import { faceOf } from '../../fields/index.ts'
import type { FilterEditorProps } from './filter-editor.tsx'
import { isSameRange, rangeValue, type FilterRange } from './filter-text.ts'
import { withFilter } from './list-state.ts'
import classes from './list-toolbar.module.css'

/** Filters from a value to another; either may be left open. */
export function RangeFilter(props: FilterEditorProps) {
  const { field, filters, onChange, presets } = props
  const apply = ({ from, to }: FilterRange) => {
    const open = withFilter(filters, `${field.name}_from`, from === undefined ? [] : [from])
    onChange(withFilter(open, `${field.name}_to`, to === undefined ? [] : [to]))
  }
  return (
    <Stack gap="sm" w="15rem">
      {presets.length > 0 && (
        <div className={classes.choices}>
          {presets.map(({ label, range = {} }) => (
            <UnstyledButton
              key={label}
              className={classes.preset}
              aria-pressed={isSameRange(field, filters, range)}
              onClick={() => apply(range)}
            >
              {label}
            </UnstyledButton>
          ))}
        </div>
      )}
      <Limit {...props} side="from" word="Desde" />
      <Limit {...props} side="to" word="Até" />
    </Stack>
  )
}

function Limit({
  field,
  filters,
  onChange,
  side,
  word,
}: FilterEditorProps & { side: 'from' | 'to'; word: string }) {
  const name = `${field.name}_${side}`
  const { Input } = faceOf(field)
  const { help: _help, ...bare } = field
  const value = filters[name]?.[0]
  return (
    <Input
      id={`filter-${name}`}
      field={{ ...bare, name, label: word, validation: [] }}
      value={value === undefined ? null : rangeValue(field, value)}
      record={{}}
      isFirst={side === 'from'}
      onChange={(next) => {
        if (next === null) onChange(withFilter(filters, name, []))
        else if (isMeant(next, field.type)) onChange(withFilter(filters, name, [String(next)]))
      }}
    />
  )
}

/** While a date or a number is half typed it filters nothing. */
function isMeant(value: unknown, type: string): boolean {
  if (type === 'date') return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)
  if (type === 'datetime') return typeof value === 'string' && !Number.isNaN(Date.parse(value))
  return typeof value === 'number'
}
