import { useObstacle } from './held-query.ts'

const obstacleTexts = {
  noMailServer: 'Não há servidor de email',
  paused: 'O envio automático está desligado',
}

const heldTexts = {
  one: 'a mensagem fica retida até alguém a libertar',
  many: 'as mensagens ficam retidas até alguém as libertar',
}

/** Why no message leaves by itself; undefined when they do. */
export function useObstacleText(): string | undefined {
  const obstacle = useObstacle()
  return obstacle && obstacleTexts[obstacle]
}

/** Why a message, or several, will not leave by themselves; undefined when they do. */
export function useHeldText(count: keyof typeof heldTexts): string | undefined {
  const obstacle = useObstacleText()
  return obstacle && `${obstacle}: ${heldTexts[count]}.`
}
