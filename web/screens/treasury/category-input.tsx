import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { useQuery } from '@tanstack/react-query'
import { listQuery } from '../../api/queries.ts'
import { fieldFrame } from '../../fields/field-frame.tsx'
import type { FieldInputProps } from '../../fields/field-face.ts'
import { referenceText } from '../../fields/texts.ts'
import { Choice } from '../../ui/choice.tsx'
import classes from './category-input.module.css'

export type TransactionCategory = ResourceRecord<'transactionCategories'>

/** All categories, in the order that people gave them. */
export const categoriesQuery = listQuery('transactionCategories', {
  limit: 500,
  sort: 'order',
})

/** Chooses a category in use of the kind of the transaction; those that are part of another follow it. */
export function CategoryInput(props: FieldInputProps) {
  const { field, value, record, onChange, onBlur } = props
  const all = useQuery(categoriesQuery).data?.data ?? []
  const offered = inTree(all.filter(({ kind, active }) => active && kind === record.kind))
  const parts = new Set(offered.filter(({ parentId }) => parentId !== null).map(({ _id }) => _id))
  const known = offered.map(({ _id, name }) => ({ value: _id, label: name }))
  const isKnown = typeof value !== 'string' || known.some((one) => one.value === value)
  const stored = {
    value: String(value),
    label: all.find(({ _id }) => _id === value)?.name ?? referenceText(value, field, record),
  }
  return (
    <Choice
      {...fieldFrame(props)}
      data={isKnown ? known : [...known, stored]}
      value={typeof value === 'string' ? value : null}
      onChange={(id, option) => onChange(id, { categoryLabel: option?.label ?? null })}
      onBlur={onBlur}
      renderOption={({ option }) => (
        <span className={classes.option} data-part={parts.has(option.value)}>
          {option.label}
        </span>
      )}
    />
  )
}

/** Each category followed by its parts. */
export function inTree<Item extends Pick<TransactionCategory, '_id' | 'parentId'>>(
  categories: readonly Item[],
): Item[] {
  const ids = new Set(categories.map(({ _id }) => _id))
  const isTop = ({ parentId }: Item) => parentId === null || !ids.has(parentId)
  return categories
    .filter(isTop)
    .flatMap((top) => [top, ...categories.filter((other) => !isTop(other) && other.parentId === top._id)])
}
