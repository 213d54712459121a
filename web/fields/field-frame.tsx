import type { ReactNode } from 'react'
import { IconAlertCircle, IconAlertTriangle } from '@tabler/icons-react'
import type { FieldDescriptor } from '@agremia/resources/descriptor.ts'
import type { FieldInputProps } from './field-face.ts'
import classes from './fields.module.css'

/** Props that every Mantine input of a field gets: name, label, help, error, required mark. */
export function fieldFrame({ field, error, warning, readOnly, id, isFirst }: FieldInputProps) {
  return {
    id: id ?? `field-${field.name}`,
    name: field.name,
    label: field.label,
    description: error === undefined ? fieldNotes(field.help, warning) : undefined,
    inputWrapperOrder: ['label', 'input', 'error', 'description'] as (
      | 'label'
      | 'input'
      | 'error'
      | 'description'
    )[],
    error: error === undefined ? undefined : <FieldMessage icon={<IconAlertCircle />}>{error}</FieldMessage>,
    withAsterisk: isRequired(field) && !readOnly,
    'aria-required': isRequired(field) && !readOnly ? true : undefined,
    readOnly: readOnly ?? false,
    'data-autofocus': isFirst || undefined,
  }
}

export function isRequired(field: FieldDescriptor): boolean {
  return field.validation.includes('required')
}

/** The argument of a rule such as `max:200`. */
export function ruleArgument(field: FieldDescriptor, rule: string): string | undefined {
  return field.validation.find((other) => other.startsWith(`${rule}:`))?.slice(rule.length + 1)
}

/** Maximum text length from the rule `max`, if any. */
export function maxLength(field: FieldDescriptor): number | undefined {
  const max = Number(ruleArgument(field, 'max'))
  return Number.isInteger(max) && max > 0 ? max : undefined
}

function fieldNotes(help: string | undefined, warning: string | undefined): ReactNode {
  if (warning === undefined) return help
  return (
    <>
      <FieldMessage icon={<IconAlertTriangle />} isWarning>
        {warning}
      </FieldMessage>
      {help}
    </>
  )
}

function FieldMessage({
  icon,
  isWarning,
  children,
}: {
  icon: ReactNode
  isWarning?: boolean
  children: ReactNode
}) {
  return (
    <span className={classes.message} data-soft={isWarning || undefined}>
      {icon}
      <span>{children}</span>
    </span>
  )
}
