import type { FieldDescriptor } from '@agremia/resources/descriptor.ts'
import { notBeforeArguments } from '@agremia/resources/rules/dates.ts'
import { memo, useRef } from 'react'
import { useResource } from '../../api/queries.ts'
import { FieldCell } from '../../fields/field-cell.tsx'
import { isRequired } from '../../fields/field-frame.tsx'
import { FieldInput } from '../../fields/field-input.tsx'
import { faceOf, type Values } from '../../fields/index.ts'
import { MoreFields } from '../../ui/entry-sheet.tsx'
import { useFirstField } from '../../ui/first-field.ts'
import { Soon } from '../../ui/soon.tsx'
import { companionsOf } from './changes.ts'
import { fieldId } from './field-focus.ts'
import type { FormControls } from './use-record-form.ts'
import classes from './form.module.css'

export interface FormSectionsProps {
  form: FormControls
  /** Fields that the screen shows elsewhere. */
  omit?: readonly string[]
  readOnly?: boolean
  /** The title above the form; a group with this name has no heading. */
  title?: string
}

/** The fields in their groups, in up to three columns; those that a new record requires come first. */
export function FormSections({ form, omit = [], readOnly = false, title = '' }: FormSectionsProps) {
  const fields = Object.values(form.fields).filter(
    (field) => isVisible(field, form.isNew) && !omit.includes(field.name),
  )
  const sections = useRef<HTMLDivElement>(null)
  useFirstField(sections, form.isNew)
  const essential = useResource(form.resource)?.essential
  // Settings make further fields required.
  const isFolded = (field: FieldDescriptor) =>
    form.isNew && essential !== undefined && !essential.includes(field.name) && !isRequired(field)
  const shown = fields.filter((field) => !isFolded(field))
  const folded = fields.filter(isFolded)
  return (
    <div ref={sections} className={classes.sections}>
      <Groups form={form} fields={shown} readOnly={readOnly} title={title} />
      {folded.length > 0 && (
        <MoreFields
          title="Mais dados"
          isFilled={folded.some((field) => isFilled(field, form.values[field.name]))}
          isWrong={folded.some(({ name }) => form.wrong.includes(name))}
        >
          <div className={classes.sections}>
            <Groups form={form} fields={folded} readOnly={readOnly} title={title} />
          </div>
        </MoreFields>
      )}
    </div>
  )
}

/** Whether a field has a value that the program did not propose. */
function isFilled(field: FieldDescriptor, value: unknown): boolean {
  const isEmpty =
    value === undefined ||
    value === null ||
    value === '' ||
    value === false ||
    (Array.isArray(value) && value.length === 0)
  return !isEmpty && value !== field.default
}

interface GroupsProps extends Required<Pick<FormSectionsProps, 'form' | 'readOnly' | 'title'>> {
  fields: readonly FieldDescriptor[]
}

function Groups({ form, fields, readOnly, title }: GroupsProps) {
  const groups = form.isNew ? requiredFirst(fields) : groupsOf(fields)
  const draw = (some: readonly FieldGroup[]) =>
    some.map(([group, members]) => (
      <section key={group} className={classes.section} aria-label={group || undefined}>
        {group !== title && group !== '' && groups.length > 1 && !equalsFieldLabel(group, members) && (
          <h2 className={classes.heading}>{group}</h2>
        )}
        <div className={classes.grid}>
          {members.map((field) => (
            <FormField key={field.name} form={form} field={field} readOnly={readOnly} />
          ))}
        </div>
      </section>
    ))
  return (
    <>
      {draw(groups.slice(0, firstGroups))}
      <Soon>{draw(groups.slice(firstGroups))}</Soon>
    </>
  )
}

/** Groups that fill the first screen. */
const firstGroups = 2

type FieldGroup = [group: string, fields: readonly FieldDescriptor[]]

function groupsOf(fields: readonly FieldDescriptor[]): FieldGroup[] {
  return [...Map.groupBy(fields, ({ group }) => group)]
}

/** The required fields of all groups, without a heading, then the groups of the others. The first day of a required last one stays before it. */
function requiredFirst(fields: readonly FieldDescriptor[]): FieldGroup[] {
  const [only, ...others] = groupsOf(fields)
  const beginnings = fields.filter(isRequired).flatMap(({ validation }) => notBeforeArguments(validation))
  const isFirst = (field: FieldDescriptor) => isRequired(field) || beginnings.includes(field.name)
  const [required, optional] = [fields.filter(isFirst), fields.filter((field) => !isFirst(field))]
  if (!only || required.length === 0) return groupsOf(fields)
  return others.length === 0
    ? [[only[0], [...required, ...optional]]]
    : [['', required], ...groupsOf(optional)]
}

/** A group of one field with the same label needs no heading. */
function equalsFieldLabel(group: string, [only, ...others]: readonly FieldDescriptor[]): boolean {
  return only?.label === group && others.length === 0
}

/** Read-only fields are empty in a new record; images are shown elsewhere. */
function isVisible(field: FieldDescriptor, isNew: boolean): boolean {
  if (field.hidden) return false
  if (field.readOnly) return !isNew && field.inputType !== 'image'
  return true
}

interface FormFieldProps {
  form: FormControls
  field: FieldDescriptor
  readOnly: boolean
}

/** A field of a form: an input, or text when it is read only. */
export function FormField({ form, field, readOnly }: FormFieldProps) {
  const shared = { field, value: form.values[field.name], record: form.values }
  return (
    <div className={classes.field} data-span={field.span ?? 1}>
      {readOnly || field.readOnly ? (
        <ReadOnlyField {...shared} />
      ) : (
        <EditableField
          {...shared}
          id={fieldId(form.id, field.name)}
          error={form.errorOf(field.name)}
          warning={form.warningOf(field.name)}
          onSet={form.set}
          onTouch={form.touch}
        />
      )}
    </div>
  )
}

interface EditableFieldProps {
  field: FieldDescriptor
  value: unknown
  record: Values
  id: string
  error: string | undefined
  warning: string | undefined
  onSet: FormControls['set']
  onTouch: FormControls['touch']
}

/** Memoised, because long forms would otherwise re-render on every key. */
const EditableField = memo(function EditableField({ field, onSet, onTouch, ...rest }: EditableFieldProps) {
  return (
    <FieldInput
      {...rest}
      field={field}
      onChange={(value, companions) => onSet(field.name, value, companions)}
      onBlur={() => onTouch(field.name)}
    />
  )
}, hasEqualProps)

/** Compares, of the other fields, only those that the input reads: companions, date limits and the country. */
function hasEqualProps(previous: EditableFieldProps, next: EditableFieldProps): boolean {
  const compared: (keyof EditableFieldProps)[] = ['field', 'value', 'error', 'warning', 'id']
  return (
    compared.every((prop) => Object.is(previous[prop], next[prop])) &&
    [...companionsOf(next.field.name), ...notBeforeArguments(next.field.validation), 'country'].every(
      (name) => previous.record[name] === next.record[name],
    )
  )
}

interface ReadOnlyFieldProps {
  field: FieldDescriptor
  value: unknown
  record: Values
}

/** The value of a field as text. */
export function ReadOnlyField({ field, value, record }: ReadOnlyFieldProps) {
  return (
    <dl className={classes.told}>
      <dt>{field.label}</dt>
      <dd>
        {/* Cells show nothing for false; here «Não» is shown. */}
        {field.inputType === 'checkbox' ? (
          faceOf(field).toText(value, field, record)
        ) : (
          <FieldCell field={field} value={value} record={record} />
        )}
      </dd>
    </dl>
  )
}
