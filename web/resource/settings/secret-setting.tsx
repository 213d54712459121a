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

/** A write-only setting: the input says whether a value is stored, and a new value replaces it. */
export function SecretSetting({ name, field, settings, readOnly }: SecretSettingProps) {
  const { Input } = faceOf(field)
  const value = settings.value(name)
  const isDefined = settings.saved(name) === secretShown
  const isUnchanged = isDefined && value === secretShown
  const help = isUnchanged ? 'Está definida. Escreva outra para a substituir.' : undefined
  const removalHelp = isDefined && value === '' ? 'Ao guardar, deixa de estar definida.' : undefined
  return (
    <>
      <Input
        id={`setting-${name}`}
        field={withHelp(field, removalHelp ?? help ?? field.help)}
        value={isUnchanged ? '' : value}
        record={{}}
        error={settings.errorOf(name)}
        readOnly={readOnly}
        onChange={(typed) => settings.set(name, typeof typed === 'string' ? typed : secretShown)}
        onBlur={() => settings.touch(name)}
      />
      {isUnchanged && !readOnly && (
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
