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

/** Radio buttons of the payment methods; `Alt` and a digit choose one. */
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
      <div className={classes.options}>
        {field.options?.map((option, index) => (
          <label key={option.value} className={classes.option} title={`Alt+${index + 1}`}>
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
