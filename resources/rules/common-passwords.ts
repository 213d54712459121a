/**
 * The most common passwords and the words they are made of, folded and without digits at the ends (`benfica` also covers
 * `Benfica1904!`). Digits only are listed when they are neither a sequence nor a repetition.
 */
export const commonPasswords = new Set(
  `
  password passwort passw pass senha senhas palavrapasse palavrachave segredo secret secreto acesso entrar login
  admin administrador administrator adminadmin root user utilizador usuario guest convidado test teste testes demo
  changeme changeit mudar mudeme letmein welcome bemvindo bemvinda bemvindos default temporaria temporario trocar
  secretaria direcao presidente tesoureiro tesouraria associacao associado associados cooperativa clube socio socios
  quota quotas membro membros sindicato coletividade misericordia bombeiros junta freguesia camara escola
  computador internet servidor windows microsoft google facebook instagram youtube whatsapp linkedin samsung apple
  iphone android nokia telemovel portatil sistema
  qwerty qwertyuiop qwertz azerty asdfgh asdfghjkl zxcvbn zxcvbnm qazwsx qazwsxedc qwerasdf asdfasdf qweasd
  qweasdzxc poiuytrewq lkjhgfdsa mnbvcxz abcabc abcdefgh abcde abcdef abc xyz aaa
  iloveyou iloveu loveyou loveme lovely love amor amorzinho amote meuamor meuamorzinho amores teamo amorteamo
  paixao coracao saudade saudades princesa principe princess prince querida querido fofinha fofinho fofa fofo
  bebe bebezinho anjo anjinho docinho beijinho beijinhos beijo beijos sexy sexo gostosa boneca linda lindo lindinha
  gatinha gatinho gato gata cao cachorro caozinho bichinho peluche estrela estrelinha estrelas sol lua luar mar
  oceano praia verao inverno primavera outono chuva flor flores rosa rosas margarida borboleta passarinho golfinho
  benfica slbenfica sportlisboaebenfica slb benfiquista glorioso sporting sportingcp scp sportinguista leao leoes
  fcporto porto portista dragao dragoes aguia aguias braga scbraga vitoria guimaraes boavista belenenses academica
  maritimo nacional futebol futsal bola ronaldo cristiano cristianoronaldo eusebio figo mourinho messi neymar pele
  maradona barcelona realmadrid madrid chelsea liverpool arsenal manchester juventus campeao campeoes golo
  portugal portuguesa portugues portugalportugal lusitano lusitania lisboa lisbon coimbra aveiro faro algarve evora
  setubal leiria viseu madeira acores funchal sintra cascais almada amadora matosinhos gaia brasil angola
  mocambique caboverde europa
  familia minhafamilia mae mamae mama maezinha pai papa paizinho filho filha filhos filhinho filhinha irmao irma avo
  avozinha neto neta tio tia primo prima amigo amiga amigos amigas amizade casa minhacasa lar vida avida minhavida
  felicidade feliz felizes alegria esperanca liberdade paz sonho sonhos sucesso sorte destino eternamente
  parasempre sempre nunca segura segredos chocolate banana morango laranja limao maca cereja bolacha caramelo
  pastel nata bacalhau sardinha vinho cerveja cafe cafezinho
  deus jesus jesuscristo cristo deusefiel deuseamor deusnocomando jesusteama nossasenhora fatima
  nossasenhoradefatima senhor igreja anjodaguarda espiritosanto
  maria mariana mariajoao mariajose ana anabela anaclaudia anapaula anasofia joana ines beatriz leonor matilde
  carolina catarina sofia sara rita marta patricia andreia vanessa sandra sonia susana cristina carla paula
  teresa isabel helena luisa manuela margaridas rosinha fernanda filipa francisca gabriela daniela diana
  alexandra barbara bruna claudia debora liliana lurdes natalia raquel silvia tania tatiana veronica
  joao jose josecarlos josemaria antonio manuel francisco carlos paulo pedro rui luis miguel ricardo nuno tiago
  andre bruno daniel david diogo duarte eduardo fabio fernando filipe gabriel goncalo guilherme gustavo hugo
  henrique joaquim jorge leandro lucas marcelo marco marcos mario martim mateus mauricio nelson rafael raul
  rodrigo rodrigues ruben salvador samuel santiago sergio simao tomas valter vasco vitor silva santos ferreira
  pereira oliveira costa martins sousa fernandes goncalves gomes lopes marques alves almeida ribeiro
  pinto carvalho teixeira moreira correia mendes nunes soares vieira monteiro cardoso rocha raposo neves coelho
  cruz cunha pires ramos reis simoes antunes matos fonseca
  dragon dragonball monkey football baseball basketball soccer hockey superman batman spiderman superstar starwars
  pokemon pikachu naruto goku sonic mario mariobros minecraft fortnite playstation xbox nintendo gamer shadow master
  killer hunter ranger sunshine summer winter spring autumn flower butterfly angel angels baby babygirl babyboy
  girl boy hello helloworld hellokitty ola olaola oi freedom trustno trustnoone whatever nothing something money
  dinheiro euromilhoes totobola milionario mustang ferrari porsche mercedes bmw corvette harley yamaha honda
  ginger pepper cookie cheese banana orange purple yellow vermelho azul verde amarelo preto branco silver diamond
  golden computer matrix phoenix tigger tiger lion eagle falcon wolf buster maggie bailey charlie daniel jordan
  michael michelle jennifer jessica ashley amanda andrew anthony thomas robert joshua matthew william nicole
  george hannah taylor thunder maverick cowboy merlin warrior ninja azsxdc zaqxsw zaq xsw
  domingo segunda terca quarta quinta sexta sabado janeiro fevereiro marco abril maio junho julho agosto setembro
  outubro novembro dezembro natal pascoa carnaval revolucao vinteecincodeabril cravo cravos
  carro mota bicicleta musica guitarra piano radio televisao metal rockandroll rock linkinpark metallica nirvana
  slipknot ironmaiden beatles eminem rihanna shakira xutos xutosepontapes fado amalia
  naosei naoseinaosei naointeressa nada nadaaver tudo qualquer qualquercoisa umdoistres umdois sim nao aminhasenha
  aminhapalavrapasse minhasenha minhapassword mypassword novapassword novasenha novapalavrapasse
  `
    .trim()
    .split(/\s+/),
)
