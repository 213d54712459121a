import { UnstyledButton } from '@mantine/core'
import type { FieldDescriptor } from '@agremia/resources/descriptor.ts'
import { secretShown, type SettingName } from '@agremia/resources/definitions/settings.ts'
import { faceOf } from '../../fields/index.ts'
import type { SettingsControls } from './use-settings-form.ts'
import classes from './setting-fields.module.css'

interface SecretSettingProps {
  name: SettingName
  field: FieldDescriptor
  settings: SettingsControls
  readOnly: boolean
}

/** A setting that nobody reads again: the box says whether there is one, and what is written in it takes its place. */
export function SecretSetting({ name, field, settings, readOnly }: SecretSettingProps) {
  const { Input } = faceOf(field)
  const value = settings.value(name)
  const isDefined = settings.saved(name) === secretShown
  const isKept = isDefined && value === secretShown
  const help = isKept ? 'Está definida. Escreva outra para a substituir.' : undefined
  const leaving = isDefined && value === '' ? 'Ao guardar, deixa de estar definida.' : undefined
  return (
    <>
      <Input
        id={`setting-${name}`}
        field={withHelp(field, leaving ?? help ?? field.help)}
        value={isKept ? '' : value}
        record={{}}
        error={settings.errorOf(name)}
        readOnly={readOnly}
        onChange={(typed) => settings.set(name, typeof typed === 'string' ? typed : secretShown)}
        onBlur={() => settings.touch(name)}
      />
      {isKept && !readOnly && (
        <UnstyledButton className={classes.remove} onClick={() => settings.set(name, '')}>
          Retirar
        </UnstyledButton>
      )}
    </>
  )
}

function withHelp(field: FieldDescriptor, help: string | undefined): FieldDescriptor {
  const { help: _help, ...bare } = field
  return help === undefined ? bare : { ...bare, help }
}
