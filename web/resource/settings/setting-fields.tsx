import { secretPlaceholder, type SettingName, settingOf } from '@agremia/resources/definitions/settings.ts'
import type { FieldDescriptor } from '@agremia/resources/descriptor.ts'
import { fillTerms, type Terminology } from '@agremia/resources/terminology.ts'
import { UnstyledButton } from '@mantine/core'
import type { CSSProperties } from 'react'
import { useTerminology } from '../../api/queries.ts'
import { FieldInput } from '../../fields/field-input.tsx'
import { wordsOf } from '../../fields/texts.ts'
import { widthOf } from '../../fields/input-width.ts'
import { SaveBar } from '../../ui/save-bar.tsx'
import { ReadOnlyField } from '../form/form-sections.tsx'
import { ClosedHistory } from '../record-history.tsx'
import { useLeaveGuard } from '../form/leave-guard.ts'
import type { SettingsControls } from './use-settings-form.ts'
import surface from '../../ui/surface.module.css'
import formClasses from '../form/form.module.css'
import classes from './setting-fields.module.css'
import type { FieldType, InputType } from '@agremia/resources/field-types.ts'

interface SettingFieldsProps {
  names: readonly SettingName[]
  settings: SettingsControls
}

/** Inputs of settings, read only for people who may not change them. */
export function SettingFields({ names, settings }: SettingFieldsProps) {
  return (
    <div className={formClasses.sections}>
      <div className={`${surface.surface} ${classes.fields}`}>
        {names.map((name) => (
          <SettingField key={name} name={name} settings={settings} />
        ))}
      </div>
    </div>
  )
}

function SettingField({ name, settings }: { name: SettingName; settings: SettingsControls }) {
  const terminology = useTerminology()
  const field = settingField(name, terminology)
  const value = valueOf(settings.value(name), field.inputType)
  if (!settings.mayChange(name))
    return (
      <div>
        <ReadOnlyField field={field} value={value} record={{}} />
        {field.help !== undefined && <p className="note">{field.help}</p>}
      </div>
    )
  return (
    <div className={classes.field} style={{ '--value-width': widthOf(field) } as CSSProperties}>
      {settingOf(name).secret ? (
        <SecretSetting name={name} field={field} settings={settings} />
      ) : (
        <FieldInput
          id={`setting-${name}`}
          field={field}
          value={value}
          record={{}}
          error={settings.errorOf(name)}
          onChange={(value) => settings.set(name, textOf(value))}
          onBlur={() => settings.touch(name)}
        />
      )}
    </div>
  )
}

/** History and save bar of settings, with the question before leaving. */
export function SettingsBar({ settings }: { settings: SettingsControls }) {
  useLeaveGuard(settings)
  const [first, ...others] = settings.names
  return (
    <>
      {first !== undefined && <ClosedHistory resource="settings" id={first} others={others} />}
      <SaveBar
        changes={settings.changes.length}
        errors={settings.wrong.length}
        saving={settings.saving}
        problem={settings.problem}
        isResumed={settings.isResumed}
        onSave={() => void settings.save()}
        onDiscard={settings.discard}
      />
    </>
  )
}

const types: Partial<Record<InputType, FieldType>> = {
  checkbox: 'boolean',
  money: 'float32',
  number: 'float32',
  tags: 'list',
}

/** The field descriptor of a setting. */
export function settingField(name: SettingName, terminology: Terminology): FieldDescriptor {
  const { label, help, unit, group, inputType = 'text', options, rules = [] } = settingOf(name)
  return {
    name,
    type: rules.some((rule) => rule.startsWith('wholeNumber')) ? 'int32' : (types[inputType] ?? 'string'),
    inputType,
    validation: [...rules],
    label: fillTerms(label, terminology),
    group: fillTerms(group, terminology),
    ...(help !== undefined && { help: fillTerms(help, terminology) }),
    ...(unit !== undefined && { unit }),
    ...(options && {
      options: Object.entries(options).map(([value, word]) => ({
        value,
        label: fillTerms(word, terminology),
      })),
    }),
  }
}

/** Converts the stored text to the input's value. */
function valueOf(text: string, inputType: InputType): unknown {
  if (inputType === 'checkbox') return text === 'true'
  if (inputType === 'tags') return text.split(',').filter((word) => word !== '')
  // Stored with a decimal point; anything else is shown as typed.
  if ((inputType === 'number' || inputType === 'money') && /^-?\d+(\.\d+)?$/.test(text)) return Number(text)
  return text
}

function textOf(value: unknown): string {
  return Array.isArray(value) ? wordsOf(value).join(',') : String(value ?? '')
}

interface SecretSettingProps {
  name: SettingName
  field: FieldDescriptor
  settings: SettingsControls
}

/** A write-only setting: the input says whether a value is stored, and a new value replaces it. */
function SecretSetting({ name, field, settings }: SecretSettingProps) {
  const value = settings.value(name)
  const isDefined = settings.saved(name) === secretPlaceholder
  const isUnchanged = isDefined && value === secretPlaceholder
  const help = isUnchanged ? 'Está definida. Escreva outra para a substituir.' : undefined
  const removalHelp = isDefined && value === '' ? 'Ao guardar, deixa de estar definida.' : undefined
  return (
    <>
      <FieldInput
        id={`setting-${name}`}
        field={withHelp(field, removalHelp ?? help ?? field.help)}
        value={isUnchanged ? '' : value}
        record={{}}
        error={settings.errorOf(name)}
        onChange={(typed) => settings.set(name, typeof typed === 'string' ? typed : secretPlaceholder)}
        onBlur={() => settings.touch(name)}
      />
      {isUnchanged && (
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
