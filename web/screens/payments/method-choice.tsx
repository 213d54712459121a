import { useId } from 'react'
import type { FieldDescriptor } from '@agremia/resources/descriptor.ts'
import classes from './method-choice.module.css'

interface MethodChoiceProps {
  id: string
  field: FieldDescriptor
  value: unknown
  error: string | undefined
  onChange: (value: string) => void
}

/** How it was paid: all ways at once, one press or one key each. */
export function MethodChoice({ id, field, value, error, onChange }: MethodChoiceProps) {
  const errorId = useId()
  return (
    <fieldset
      id={id}
      className={classes.methods}
      aria-describedby={error === undefined ? undefined : errorId}
      aria-invalid={error !== undefined}
    >
      <legend className="visually-hidden">{field.label}</legend>
      <span data-only="print">{field.label}</span>
      <div className={classes.options}>
        {field.options?.map((option, place) => (
          <label key={option.value} className={classes.option} title={`Alt+${place + 1}`}>
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
