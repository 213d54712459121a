import type { FieldDescriptor } from '@agremia/resources/descriptor.ts'
import type { SettingName } from '@agremia/resources/definitions/settings.ts'
import { useTerminology } from '../../api/queries.ts'
import { SettingsBar } from '../../resource/settings/setting-fields.tsx'
import { useSettingsForm, type SettingsControls } from '../../resource/settings/use-settings-form.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { faceOf } from '../../fields/index.ts'
import formClasses from '../../resource/form/form.module.css'
import surface from '../../ui/surface.module.css'
import { messageTextPath } from '../../paths/messages.ts'
import { notifyPath } from '../../paths/dues.ts'
import { daysOfStep, noticeSteps, sayLadder, stepLabel, withDays } from './ladder.ts'
import classes from './ladder-settings.module.css'

const names: SettingName[] = ['reminderDays']

/** When those who owe are told, and of what. Nothing leaves by itself: a person sends. */
export function LadderSettings() {
  const settings = useSettingsForm(names)
  const terminology = useTerminology()
  const said = sayLadder(settings.value('reminderDays'))
  return (
    <>
      <p className={classes.purpose}>
        Em que dias cabe cada mensagem a uma dívida. Nenhuma sai sozinha: seguem quando alguém o decide em{' '}
        <AppLink to={notifyPath(terminology)}>{`Notificar ${terminology.memberPlural}`}</AppLink>, e cada uma
        só uma vez por dívida.
      </p>
      <div className={formClasses.sections}>
        <div className={`${surface.surface} ${classes.days}`}>
          {noticeSteps.map((step, place) => (
            <DaysOfStep key={step} place={place} settings={settings} />
          ))}
        </div>
      </div>
      <output className={classes.said}>{said}</output>
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

/** When one message is due: the first before the charge's due date, the others after it. */
function DaysOfStep({ place, settings }: { place: number; settings: SettingsControls }) {
  const step = noticeSteps[place] ?? ''
  const field: FieldDescriptor = {
    name: step,
    label: stepLabel(step),
    group: '',
    type: 'int32',
    inputType: 'number',
    validation: place === 0 ? ['required'] : [],
    unit: place === 0 ? 'dias antes' : 'dias depois',
  }
  const { Input } = faceOf(field)
  const ladder = settings.value('reminderDays')
  return (
    <Input
      id={`days-${step}`}
      field={field}
      value={daysOfStep(ladder, place)}
      record={{}}
      error={place === 0 ? settings.errorOf('reminderDays') : undefined}
      onChange={(days) => settings.set('reminderDays', withDays(ladder, place, days))}
      onBlur={() => settings.touch('reminderDays')}
    />
  )
}
