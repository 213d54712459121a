import type { SettingName } from '@agremia/resources/definitions/settings.ts'
import { useTerminology } from '../../api/queries.ts'
import { SettingFields, SettingsBar } from '../../resource/settings/setting-fields.tsx'
import { useSettingsForm } from '../../resource/settings/use-settings-form.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { messageTextPath } from '../messages/message-paths.ts'
import { notifyPath } from './dues-paths.ts'
import { noticeSteps, sayLadder, stepLabel } from './ladder.ts'
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
      <SettingFields names={names} settings={settings} />
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
