import { Checkbox } from '@mantine/core'
import type { FieldDescriptor } from '@agremia/resources/descriptor.ts'
import { useFields } from '../../api/queries.ts'
import { FormSkeleton } from '../../ui/skeletons.tsx'
import { SettingsBar } from './setting-fields.tsx'
import { useSettingsForm, type SettingsControls } from './use-settings-form.ts'
import classes from './fields-settings.module.css'

interface FieldsSettingsProps {
  /** Prefix of the settings' names: `membersHiddenFields`. */
  resource: string
  /** Fields that cannot be configured. */
  omit?: readonly string[]
}

/** Settings of which fields are shown and required in a resource's records. */
export function FieldsSettings({ resource, omit = [] }: FieldsSettingsProps) {
  const names = { hidden: `${resource}HiddenFields`, required: `${resource}RequiredFields` }
  const settings = useSettingsForm([names.hidden, names.required])
  const fields = useFields(resource)
  if (!fields) return <FormSkeleton />
  // Saved hidden fields stay on the list while they are changed.
  const hidden = [settings.saved(names.hidden), settings.value(names.hidden)].flatMap(namesIn)
  const offered = Object.values(fields).filter(
    (field) => isOffered(field, hidden) && !omit.includes(field.name),
  )
  const groups = [...Map.groupBy(offered, ({ group }) => group)]
  return (
    <>
      <p className={classes.purpose}>
        Peça só o que for preciso: cada dado pessoal tem de servir para alguma coisa. Ocultar um campo não
        apaga o que já está escrito.
      </p>
      <div className={classes.groups}>
        {groups.map(([group, members]) => (
          <FieldGroup key={group} group={group} fields={members} names={names} settings={settings} />
        ))}
      </div>
      <SettingsBar settings={settings} />
    </>
  )
}

/** Names of the two settings. */
interface SettingNames {
  hidden: string
  required: string
}

interface FieldGroupProps {
  group: string
  fields: readonly FieldDescriptor[]
  names: SettingNames
  settings: SettingsControls
}

function FieldGroup({ group, fields, names, settings }: FieldGroupProps) {
  return (
    <section>
      <h2 className={classes.heading}>{group}</h2>
      <table className={classes.table} aria-label={group}>
        <thead>
          <tr>
            <th scope="col">Campo</th>
            <th scope="col" className={classes.choice}>
              Mostrar
            </th>
            <th scope="col" className={classes.choice}>
              Obrigatório
            </th>
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => (
            <FieldRow key={field.name} field={field} names={names} settings={settings} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface FieldRowProps {
  field: FieldDescriptor
  names: SettingNames
  settings: SettingsControls
}

function FieldRow({ field, names, settings }: FieldRowProps) {
  const hidden = namesIn(settings.value(names.hidden))
  const required = namesIn(settings.value(names.required))
  const isRequired = required.includes(field.name)
  const isAlwaysRequired =
    field.validation.includes('required') && !namesIn(settings.saved(names.required)).includes(field.name)
  const isShown = !hidden.includes(field.name)
  const isFixed = isAlwaysRequired || !settings.mayChange(names.hidden)

  function choose(shown: boolean, mandatory: boolean) {
    settings.set(names.hidden, withName(hidden, field.name, !shown))
    settings.set(names.required, withName(required, field.name, mandatory))
  }

  return (
    <tr>
      <th scope="row" className={classes.name}>
        {field.label}
      </th>
      <td className={classes.choice}>
        <Checkbox
          aria-label={`Mostrar ${field.label}`}
          checked={isShown || isRequired}
          disabled={isFixed || isRequired}
          onChange={(event) => choose(event.currentTarget.checked, false)}
        />
      </td>
      <td className={classes.choice}>
        <Checkbox
          aria-label={`${field.label} obrigatório`}
          checked={isRequired || isAlwaysRequired}
          disabled={isFixed}
          onChange={(event) => choose(isShown || event.currentTarget.checked, event.currentTarget.checked)}
        />
      </td>
    </tr>
  )
}

/** Whether the organisation can configure the field: not read-only or always hidden ones. */
function isOffered(field: FieldDescriptor, hidden: readonly string[]): boolean {
  return !field.readOnly && (!field.hidden || hidden.includes(field.name)) && field.inputType !== 'image'
}

/** Parses a comma-separated setting. */
export function namesIn(setting: string): string[] {
  return setting
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

/** The comma-separated setting with a name added or removed. */
export function withName(names: readonly string[], name: string, isIn: boolean): string {
  const others = names.filter((one) => one !== name)
  return (isIn ? [...others, name] : others).join(',')
}
