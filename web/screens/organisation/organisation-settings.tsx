import { Button, FileButton, Group } from '@mantine/core'
import { useState } from 'react'
import type { SettingName } from '@agremia/resources/definitions/settings.ts'
import { api, isApiError } from '../../api/client.ts'
import { useSession, useTerminology } from '../../api/queries.ts'
import { send } from '../../api/send.ts'
import { OrganisationLogo } from '../../resource/organisation-logo.tsx'
import { SettingFields, SettingsBar } from '../../resource/settings/setting-fields.tsx'
import {
  type SettingsControls,
  useMayChangeSetting,
  useSettingsForm,
} from '../../resource/settings/use-settings-form.ts'
import { Card } from '../../ui/with-side.tsx'
import { toast } from '../../ui/toasts.tsx'
import { MessageToEverybody } from './message-to-everybody.tsx'
import { presetOf, presetOptions, wordNames, type Words, wordsOf } from './vocabularies.ts'
import { Choice } from '../../ui/choice.tsx'
import classes from './organisation-settings.module.css'
import { SettingsPage, SettingsPanel } from '../../resource/settings/settings-page.tsx'

/** Settings of the organisation: identification, terminology and program. */
export default function OrganisationSettings() {
  const isAdmin = useSession()?.role === 'admin'
  return (
    <SettingsPage title="Configuração da organização" tabs={isAdmin ? [...tabs(), messageTab()] : tabs()} />
  )
}

const identityNames: SettingName[] = [
  'name',
  'orgType',
  'organisationNif',
  'organisationAddress',
  'organisationEmail',
  'organisationPhone',
  'organisationWebsite',
  'organisationColour',
  'foundationDate',
  'timeZone',
]
const programNames: SettingName[] = [
  'supportEmail',
  'requireTwoSteps',
  'revealUnknownAccounts',
  'showsFirstSteps',
  'staging',
]

const tabs = () => [
  {
    name: 'identificacao',
    label: 'Identificação',
    panel: (
      <>
        <LogoSetting />
        <SettingsPanel names={identityNames} />
      </>
    ),
  },
  { name: 'palavras', label: 'Palavras', panel: <WordsSettings /> },
  { name: 'programa', label: 'Programa', panel: <SettingsPanel names={programNames} /> },
]

const messageTab = () => ({
  name: 'mensagem',
  label: 'Mensagem a todos',
  panel: <MessageToEverybody />,
})

/** Uploads or removes the organisation's logo, without a save button. */
function LogoSetting() {
  const { logo } = useTerminology()
  const mayChange = useMayChangeSetting()('organisationLogo')
  const [busy, setBusy] = useState(false)

  async function change(work: () => Promise<unknown>, message: string) {
    setBusy(true)
    try {
      await work()
      toast(message)
    } catch (error) {
      const problem = isApiError(error) ? (error.errors?.file?.join(' ') ?? error.message) : undefined
      toast(problem ?? 'Não foi possível guardar o logótipo.', { tone: 'error' })
    } finally {
      setBusy(false)
    }
  }

  const upload = (file: File | null) =>
    file &&
    void change(
      () => api.upload({ path: 'organisation_logo', files: [file], failure: 'Logo upload failed' }),
      'Logótipo guardado.',
    )
  const remove = () =>
    void change(() => send({ method: 'DELETE', path: 'organisation_logo' }), 'Logótipo retirado.')

  return (
    <div className={classes.room}>
      <Card title="Logótipo">
        <div className={classes.logo}>
          {logo ? <OrganisationLogo size="4rem" /> : <p className={classes.none}>Sem logótipo</p>}
          <div>
            {mayChange && (
              <Group gap="0.625rem">
                <FileButton accept="image/png,image/jpeg" onChange={upload}>
                  {(button) => (
                    <Button {...button} variant="default" loading={busy}>
                      {logo ? 'Mudar o logótipo' : 'Juntar um logótipo'}
                    </Button>
                  )}
                </FileButton>
                {logo && (
                  <Button variant="subtle" color="gray" disabled={busy} onClick={remove}>
                    Retirar
                  </Button>
                )}
              </Group>
            )}
            <p className={classes.help}>
              PNG ou JPEG, de preferência em fundo branco ou transparente. Aparece em recibos, avisos, cartas,
              mensagens, cartões que tenham o elemento «Logótipo» e páginas públicas.
            </p>
          </div>
        </div>
      </Card>
    </div>
  )
}

/** The organisation's terminology: a preset vocabulary, or custom words. */
function WordsSettings() {
  const settings = useSettingsForm(wordNames)
  return (
    <>
      <p className={classes.purpose}>
        O menu, os títulos, os endereços e as mensagens seguem estas palavras. Os endereços que alguém guardou
        com as palavras de antes deixam de funcionar.
      </p>
      <VocabularyChoice settings={settings} />
      <SettingFields names={wordNames} settings={withAgreement(settings)} />
      <SettingsBar settings={settings} />
    </>
  )
}

/** Controls that, when the gender changes, also change the words of a preset: `o sócio`, `a sócia`. */
function withAgreement(settings: SettingsControls): SettingsControls {
  return {
    ...settings,
    set(name, value) {
      settings.set(name, value)
      const preset = name === 'memberGender' ? presetOf(wordsIn(settings)) : undefined
      if (preset === undefined) return
      const { memberSingular, memberPlural } = wordsOf(preset, value)
      if (memberSingular) settings.set('memberSingular', memberSingular)
      if (memberPlural) settings.set('memberPlural', memberPlural)
    },
  }
}

function wordsIn(settings: SettingsControls): Words {
  return Object.fromEntries(wordNames.map((name) => [name, settings.value(name)])) as Words
}

function VocabularyChoice({ settings }: { settings: SettingsControls }) {
  const words = wordsIn(settings)
  return (
    <Choice
      className={classes.choice}
      label="Vocabulário"
      description="Os habituais em cada tipo de organização. As palavras podem depois ser mudadas uma a uma."
      inputWrapperOrder={['label', 'input', 'description']}
      placeholder="Palavras próprias"
      data={presetOptions}
      disabled={!settings.mayChange('memberSingular')}
      value={presetOf(words) ?? null}
      onChange={(id) => {
        const chosen = id === null ? {} : wordsOf(id, words.memberGender)
        for (const [name, word] of Object.entries(chosen)) settings.set(name, word)
      }}
    />
  )
}
