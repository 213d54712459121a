import type { FieldDescriptor } from '@agremia/resources/descriptor.ts'
import { useId } from 'react'
import classes from './option-buttons.module.css'

interface OptionButtonsProps {
  id: string
  field: FieldDescriptor
  value: unknown
  error?: string | undefined
  /** The key that chooses the option at a position. */
  keyOf?: (index: number) => string
  onChange: (value: string) => void
}

/** The options of a field as buttons in a row, of which one is chosen. */
export function OptionButtons({ id, field, value, error, keyOf, onChange }: OptionButtonsProps) {
  const errorId = useId()
  return (
    <fieldset
      id={id}
      className={classes.field}
      aria-describedby={error === undefined ? undefined : errorId}
      aria-invalid={error !== undefined}
    >
      <legend className="visually-hidden">{field.label}</legend>
      <span data-only="print">{field.label}</span>
      <div className={classes.options} data-count={field.options?.length}>
        {field.options?.map((option, index) => (
          <label key={option.value} className={classes.option} title={keyOf?.(index)}>
            <input
              type="radio"
              className={classes.radio}
              name={id}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
      {error !== undefined && (
        <p id={errorId} className={classes.error}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
