import { Checkbox } from '@mantine/core'
import type { FieldDescriptor } from '@agremia/resources/descriptor.ts'
import { useFields } from '../../api/queries.ts'
import { FormSkeleton } from '../../ui/skeletons.tsx'
import { SaveBar } from '../../ui/save-bar.tsx'
import { useSettingsForm, type SettingsControls } from './use-settings-form.ts'
import classes from './member-fields-settings.module.css'

const hiddenSetting = 'membersHiddenFields'
const requiredSetting = 'membersRequiredFields'

/** Which fields are asked of a member, and which of them cannot be left empty. */
export function MemberFieldsSettings() {
  const settings = useSettingsForm([hiddenSetting, requiredSetting])
  const fields = useFields('members')
  if (!fields) return <FormSkeleton />
  // What was hidden until now stays on the list while it is being shown again.
  const hidden = [settings.saved(hiddenSetting), settings.value(hiddenSetting)].flatMap(namesIn)
  const offered = Object.values(fields).filter((field) => isOffered(field, hidden))
  const groups = [...Map.groupBy(offered, ({ group }) => group)]
  return (
    <>
      <p className={classes.purpose}>
        Peça só o que for preciso: cada dado pessoal tem de servir para alguma coisa. Esconder um campo não
        apaga o que já está escrito.
      </p>
      <div className={classes.groups}>
        {groups.map(([group, members]) => (
          <FieldGroup key={group} group={group} fields={members} settings={settings} />
        ))}
      </div>
      <SaveBar
        changes={settings.changes}
        saving={settings.saving}
        onSave={() => void settings.save()}
        onDiscard={settings.discard}
      />
    </>
  )
}

interface FieldGroupProps {
  group: string
  fields: readonly FieldDescriptor[]
  settings: SettingsControls
}

function FieldGroup({ group, fields, settings }: FieldGroupProps) {
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
            <FieldRow key={field.name} field={field} settings={settings} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function FieldRow({ field, settings }: { field: FieldDescriptor; settings: SettingsControls }) {
  const hidden = namesIn(settings.value(hiddenSetting))
  const required = namesIn(settings.value(requiredSetting))
  const isRequired = required.includes(field.name)
  const isAlways =
    field.validation.includes('required') && !namesIn(settings.saved(requiredSetting)).includes(field.name)
  const isShown = !hidden.includes(field.name)

  function choose(shown: boolean, obligatory: boolean) {
    settings.set(hiddenSetting, withName(hidden, field.name, !shown))
    settings.set(requiredSetting, withName(required, field.name, obligatory))
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
          disabled={isAlways || isRequired}
          onChange={(event) => choose(event.currentTarget.checked, false)}
        />
      </td>
      <td className={classes.choice}>
        <Checkbox
          aria-label={`${field.label} obrigatório`}
          checked={isRequired || isAlways}
          disabled={isAlways}
          onChange={(event) => choose(isShown || event.currentTarget.checked, event.currentTarget.checked)}
        />
      </td>
    </tr>
  )
}

/** Those that the organisation decides on: not what the program sets, nor what it always hides. */
function isOffered(field: FieldDescriptor, hidden: readonly string[]): boolean {
  return !field.readOnly && (!field.hidden || hidden.includes(field.name)) && field.inputType !== 'image'
}

function namesIn(setting: string): string[] {
  return setting
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

/** The setting with a name in it or out of it. */
export function withName(names: readonly string[], name: string, isIn: boolean): string {
  const others = names.filter((one) => one !== name)
  return (isIn ? [...others, name] : others).join(',')
}
