import type { FieldDescriptor } from '@agremia/resources/descriptor.ts'
import type { SettingName } from '@agremia/resources/definitions/settings.ts'
import { useTerminology } from '../../api/queries.ts'
import { ReadOnlyField } from '../../resource/form/form-sections.tsx'
import { SettingsBar } from '../../resource/settings/setting-fields.tsx'
import { useSettingsForm, type SettingsControls } from '../../resource/settings/use-settings-form.ts'
import { AppLink, LinkIfOpen } from '../../ui/app-link.tsx'
import { FieldInput } from '../../fields/field-input.tsx'
import { messageTextPath } from '../../paths/messages.ts'
import { notifyPath } from '../../paths/dues.ts'
import { daysOfStep, noticeSteps, noticeStepsText, stepLabel, withDays } from './notice-steps.ts'
import formClasses from '../../resource/form/form.module.css'
import surface from '../../ui/surface.module.css'
import classes from './notice-settings.module.css'

const names: SettingName[] = ['reminderDays']

/** Sets on which day each step of the notices is due. Notices are never sent automatically. */
export function NoticeSettings() {
  const settings = useSettingsForm(names)
  const terminology = useTerminology()
  const summary = noticeStepsText(settings.value('reminderDays'))
  return (
    <>
      <p className={classes.purpose}>
        Em que dias cabe cada mensagem a uma dívida. Nenhuma sai sozinha: seguem quando alguém o decide em{' '}
        <LinkIfOpen to={notifyPath(terminology)}>{`Notificar ${terminology.memberPlural}`}</LinkIfOpen>, e
        cada uma só uma vez por dívida.
      </p>
      <div className={formClasses.sections}>
        <div className={`${surface.surface} ${classes.days}`}>
          {noticeSteps.map((step, index) => (
            <DaysOfStep key={step} index={index} settings={settings} />
          ))}
        </div>
      </div>
      <output className={classes.said}>{summary}</output>
      <ul className={classes.texts}>
        {noticeSteps.map((step) => (
          <li key={step}>
            <AppLink to={messageTextPath(step)}>{`Texto: ${stepLabel(step).toLowerCase()}`}</AppLink>
          </li>
        ))}
      </ul>
      <SettingsBar settings={settings} />
    </>
  )
}

/** Edits the days of one step: the first step is before the charge's due date, the others after it. */
function DaysOfStep({ index, settings }: { index: number; settings: SettingsControls }) {
  const step = noticeSteps[index] ?? ''
  const field: FieldDescriptor = {
    name: step,
    label: stepLabel(step),
    group: '',
    type: 'int32',
    inputType: 'number',
    validation: index === 0 ? ['required'] : [],
    unit: index === 0 ? 'dias antes' : 'dias depois',
  }
  const ladder = settings.value('reminderDays')
  const value = daysOfStep(ladder, index)
  if (!settings.mayChange('reminderDays')) return <ReadOnlyField field={field} value={value} record={{}} />
  return (
    <FieldInput
      id={`days-${step}`}
      field={field}
      value={value}
      record={{}}
      error={index === 0 ? settings.errorOf('reminderDays') : undefined}
      onChange={(days) => settings.set('reminderDays', withDays(ladder, index, days))}
      onBlur={() => settings.touch('reminderDays')}
    />
  )
}
