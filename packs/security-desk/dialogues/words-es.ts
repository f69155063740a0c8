import type { Wordings } from '../../../src/agent/generate/grammar/phrase-book.js'

/** How the desk talks in Spanish. */
export const spanish: Wordings = {
  and: ['y'],
  'those.hosts': ['[los equipos|los sistemas|los servidores]'],
  'those.vulnerabilities': ['[las vulnerabilidades|las fallas|las entradas]'],
  'those.alerts': ['[las alertas|las detecciones|las alarmas]'],
  'those.tickets': ['[los tickets|los casos|los expedientes]'],

  'assistant.open': [
    '[Hola|Buenos días|Buenas], [aquí la mesa de seguridad|le atiende la mesa de seguridad]. [¿En qué puedo ayudar|¿Qué necesita|¿Qué le busco]?',
    '[Bienvenido|Buen día]. [Dígame qué le trae por aquí.|¿Qué hay que mirar?|¿Por dónde empezamos?]',
    'Mesa de seguridad, [adelante|le escucho|cuando quiera].',
  ],
  'assistant.next': [
    '[Anotado|Entendido|Hecho|Muy bien]. [¿Algo más|¿Qué sigue|¿Miro alguna otra cosa]?',
    '[De acuerdo|Vale|Perfecto]. [¿Cómo continuamos|¿Queda algo por hacer|¿Hacia dónde vamos ahora]?',
    '[Queda registrado|Lo he guardado]. [¿Siguiente pregunta|¿Qué desea ahora|¿Le hace falta algo más]?',
  ],
  'assistant.sorry': [
    '[Eso no lo puedo hacer desde aquí|Eso queda fuera de mis herramientas|Eso le toca a otra persona]. [¿Algo más|¿Hay algo que sí pueda buscar]?',
    '[Lo siento, ninguna herramienta mía hace eso|No tengo manera de hacerlo]. [¿Seguimos con las listas|¿Tiene otra pregunta]?',
  ],
  'seek.site': ['[¿De qué sede se trata|¿En qué sede busco|¿Por qué sede pregunta]?'],
  'seek.product': ['[¿A qué producto se refiere|¿De qué software se trata|¿Para qué producto busco]?'],
  'seek.raised_since': [
    '[¿Desde cuándo busco|¿Desde qué día cuentan las alertas|¿A partir de qué fecha miro]?',
  ],
  'seek.site+raised_since': [
    '[¿De qué sede se trata, y desde cuándo|¿En qué sede busco, y desde qué día|¿Qué sede, y a partir de qué fecha]?',
  ],
  'give.site': ['[Se trata de|En|Me refiero a|Sería|Tome] {v}.', '{v}[, por favor|, perdón|, claro|].'],
  'give.product': ['[Es|Me refiero a|El producto es|Hablamos de] {v}.', '{v}[, por favor|, cuál si no|].'],
  'give.raised_since': [
    '[Desde el|A partir del|Empiece el|Todo desde el] {v}.',
    '[El|Con el] {v} [basta|me vale|está bien].',
  ],

  'scope.site': ['[en|de] {v}'],
  'scope.same-site': ['[en esa sede|en la misma sede|allí mismo]'],
  'scope.product': ['[en|de] {v}'],
  'scope.since': ['[desde el|a partir del] {v}'],

  'open.hosts': [
    '[Liste|Muéstreme|Necesito|Búsqueme] [los|todos los] [equipos|sistemas] {scope} {with}.',
    '¿Qué [equipos|sistemas|servidores] [tenemos|hay|figuran] {scope} {with}?',
    '¿[Me saca|Puede encontrar|Podría traerme] [los equipos|la lista de equipos|nuestros servidores] {scope} {with}?',
    '[Estamos repasando|Reviso|Se trata de] [los equipos|los servidores] {scope} {with}: [deme la lista|búsquelos|quiero verlos].',
  ],
  'open.vulnerabilities': [
    '[Liste|Muéstreme|Necesito|Saque] [las|todas las] [vulnerabilidades|fallas conocidas] {scope} {with}.',
    '¿[Qué|Cuántas] [vulnerabilidades|fallas] {scope} se conocen {with}?',
    '¿[Me busca|Puede revisar|Podría reunir] las [vulnerabilidades|CVE] {scope} {with}?',
    '[Alguien pregunta por|Me preocupan|La dirección quiere] [las vulnerabilidades|las fallas] {scope} {with}. [Búsquelas|A ver qué hay].',
  ],
  'open.alerts': [
    '[Liste|Muéstreme|Necesito|Traiga] [las|todas las] [alertas|detecciones] {scope} {with}.',
    '¿Qué [alertas|detecciones|alarmas] hubo {scope} {with}?',
    '¿[Me reúne|Puede recoger|Podría repasar] las [alertas|alarmas] {scope} {with}?',
    '[Investigo|Mi turno empieza con|Toca repasar] las alertas {scope} {with}, [así que búsquelas|tráigalas por favor|quiero verlas].',
  ],
  'open.tickets': [
    '[Liste|Muéstreme|Necesito|Abra] [los|todos los] [tickets|casos] {scope} {with}.',
    '¿Qué [tickets|casos] hay {scope} {with}?',
    '¿[Me busca|Puede encontrar|Podría juntar] los [tickets|expedientes] {scope} {with}?',
    '[Hablemos de|Tengo que informar sobre|Es hora de ver] [los tickets|los casos] {scope} {with}: [qué hay|búsquelos].',
  ],

  'with.hosts.team': ['[a cargo de {v}|del equipo humano {v}|que lleva {v}]'],
  'with.hosts.environment': ['[del entorno {v}|con la marca {v}|que cuentan como {v}]'],
  'with.hosts.exposed': ['[expuestos a internet|a los que se llega desde internet|abiertos a internet]'],
  'with.hosts.unmanaged': [
    '[sin el agente de supervisión|a los que les falta el agente|sin agente instalado]',
  ],
  'with.hosts.unencrypted': ['[sin cifrado de disco|con discos sin cifrar|cuyos discos no van cifrados]'],
  'with.hosts.critical': ['[de criticidad {v} o más|con criticidad mínima de {v}|valorados con {v} o más]'],
  'with.hosts.product': ['[que ejecutan {v}|con {v} instalado|que usan {v}]'],
  'with.hosts.stale': [
    '[parcheados por última vez el {v} o antes|sin parches después del {v}|cuyo último parche no pasa del {v}]',
  ],
  'with.vulnerabilities.severity': ['[de gravedad {v}|clasificadas {v}|en la clase {v}]'],
  'with.vulnerabilities.score': [
    '[con CVSS de {v} o más|con al menos {v} puntos|de puntuación {v} para arriba]',
  ],
  'with.vulnerabilities.exploited': ['[ya explotadas|bajo ataque real|que ya usan los atacantes]'],
  'with.vulnerabilities.patched': ['[con parche publicado|que tienen parche|para las que hay arreglo]'],
  'with.vulnerabilities.remote': ['[aprovechables por red|que funcionan a distancia|de vector remoto]'],
  'with.vulnerabilities.weakness': ['[del tipo {v}|que caen en {v}|archivadas como {v}]'],
  'with.vulnerabilities.recent': [
    '[publicadas desde el {v}|que salieron el {v} o después|no anteriores al {v}]',
  ],
  'with.alerts.severity': ['[de gravedad {v}|clasificadas {v}|marcadas {v}]'],
  'with.alerts.rule': ['[de la regla {v}|que levantó {v}|disparadas por {v}]'],
  'with.alerts.open': ['[que siguen abiertas|aún sin cerrar|en estado abierto]'],
  'with.alerts.unassigned': ['[en las que nadie trabaja|sin asignar a nadie|sin responsable]'],
  'with.alerts.busy': ['[con {v} eventos o más|de al menos {v} eventos|a partir de {v} eventos]'],
  'with.alerts.late': ['[levantadas a las {v} o más tarde|de las {v} en adelante|no antes de las {v}]'],
  'with.tickets.team': ['[para {v}|asignados a {v}|en la cola de {v}]'],
  'with.tickets.kind': ['[del tipo {v}|en la categoría {v}|archivados como {v}]'],
  'with.tickets.priority': ['[de prioridad {v}|con rango {v}|en el nivel {v}]'],
  'with.tickets.open': ['[que siguen abiertos|aún sin cerrar|que nadie ha cerrado]'],
  'with.tickets.escalated': ['[que se escalaron|ya escalados|que alguien escaló]'],
  'with.tickets.unapproved': ['[sin aprobación|aún no aprobados|a los que falta el visto bueno]'],
  'with.tickets.due': [
    '[que vencen el {v} o antes|con plazo hasta el {v}|con vencimiento no posterior al {v}]',
  ],
  'with.tickets.recent': ['[abiertos desde el {v}|registrados el {v} o después|no anteriores al {v}]'],

  'drop.hosts.team': ['lo del grupo responsable'],
  'drop.hosts.environment': ['lo del entorno'],
  'drop.hosts.exposed': ['lo de internet'],
  'drop.hosts.unmanaged': ['lo del agente'],
  'drop.hosts.unencrypted': ['lo del cifrado'],
  'drop.hosts.critical': ['lo de la criticidad'],
  'drop.hosts.product': ['lo del producto'],
  'drop.hosts.stale': ['lo de la fecha del parche'],
  'drop.vulnerabilities.severity': ['lo de la gravedad'],
  'drop.vulnerabilities.score': ['lo de la puntuación'],
  'drop.vulnerabilities.exploited': ['lo de los ataques'],
  'drop.vulnerabilities.patched': ['lo del parche'],
  'drop.vulnerabilities.remote': ['lo del vector'],
  'drop.vulnerabilities.weakness': ['lo del tipo de debilidad'],
  'drop.vulnerabilities.recent': ['lo de la publicación'],
  'drop.alerts.severity': ['lo de la gravedad'],
  'drop.alerts.rule': ['lo de la regla'],
  'drop.alerts.open': ['lo del estado'],
  'drop.alerts.unassigned': ['lo de la asignación'],
  'drop.alerts.busy': ['lo del número de eventos'],
  'drop.alerts.late': ['lo de la hora'],
  'drop.tickets.team': ['lo del grupo'],
  'drop.tickets.kind': ['lo del tipo'],
  'drop.tickets.priority': ['lo de la prioridad'],
  'drop.tickets.open': ['lo del estado'],
  'drop.tickets.escalated': ['lo del escalado'],
  'drop.tickets.unapproved': ['lo de la aprobación'],
  'drop.tickets.due': ['lo del plazo'],
  'drop.tickets.recent': ['lo de la apertura'],

  refine: [
    '[Quédese solo con|Redúzcalo a|Limite la lista a|Deje nada más] {those} {with}.',
    '[De esos resultados|De esa lista|Entre todo eso], [quiero únicamente|muéstreme solo|me interesan] {those} {with}.',
    '[Ahora solo|Prefiero ver|Déjeme] {those} {with}[, por favor|, nada más|].',
    '[Filtre|Recorte|Criba] eso: solo {those} {with}.',
    '[Son demasiados resultados|Qué lista tan larga|Sigue siendo mucho]. [Tome|Escoja|Pruebe con] {those} {with}.',
  ],
  backtrack: [
    '[Olvide|Deje|Descarte|Quite] {dropped}; [tome|quiero|mejor] {those} {with}.',
    '[Mmm|Pensándolo bien|No, espere], {dropped} [no importa|fue un error|sobra]. [Más bien|Mejor] {those} {with}.',
    '[Vuelva un paso atrás|Deshaga eso]: sin {dropped}, pero sí {those} {with}.',
  ],
  sort: [
    '[Ordene|Clasifique|Ponga] la lista {order}.',
    '[Quiero ver|Muéstreme|Páseme] el resultado {order}[, por favor|, si puede|].',
    '¿[Me la da|La puedo tener|Podría darla] {order}?',
  ],
  'order.hosts.criticality': ['[por criticidad, de mayor a menor|con lo más crítico arriba]'],
  'order.hosts.last_patched': [
    '[por último parche, del más viejo al más nuevo|empezando por lo que lleva más tiempo sin parche]',
  ],
  'order.vulnerabilities.cvss': ['[por puntuación, de mayor a menor|con el CVSS más alto arriba]'],
  'order.vulnerabilities.published': ['[por publicación, lo último primero|con lo más reciente arriba]'],
  'order.alerts.events': ['[por número de eventos, de más a menos|con lo más ruidoso arriba]'],
  'order.alerts.raised_on': ['[por día, lo último primero|con lo más reciente arriba]'],
  'order.tickets.due': ['[por plazo, lo más próximo primero|empezando por lo que vence antes]'],
  'order.tickets.opened': ['[por antigüedad, lo más viejo primero|empezando por lo más antiguo]'],
  'order.pairs.cvss': ['[por puntuación, de mayor a menor|con lo peor arriba]'],

  'instead.site': [
    '[Perdón, sede equivocada|Me he liado|Cambio de planes]: [es|mire|quería decir] {v}.',
    '[En realidad|Un momento], [la misma pregunta para|hágalo para] {v} en su lugar.',
  ],
  'instead.product': [
    '[Perdón, producto equivocado|Me he liado|Cambio de planes]: [es|mire|quería decir] {v}.',
    '[En realidad|Un momento], [la misma pregunta para|hágalo para] {v} en su lugar.',
  ],
  'also.site': [
    '[Además|También|Y después] [lo mismo|esa lista] para {v}.',
    '¿[Y qué hay de|Y qué tal] {v}, [misma pregunta|con las mismas condiciones]?',
  ],
  'also.product': [
    '[Además|También|Y después] [lo mismo|esa lista] para {v}.',
    '¿[Y qué hay de|Y qué tal] {v}, [misma pregunta|con las mismas condiciones]?',
  ],
  span: [
    '[Solo|Nada más] los {v} días a partir del {since}, [por favor|no más tarde|con eso basta].',
    '[Limítelo|Recórtelo|Acote la búsqueda] a {v} días después del {since}.',
    '[No hasta hoy|Me sobra]: el {since} y los {v} días que siguen.',
  ],
  pairs: [
    '¿[Cuáles de esos equipos están afectados|A quién le toca qué], [equipo por equipo|agrupado por equipo]?',
    '[Ahora junte ambas listas|Cruce las dos listas]: ¿[qué equipos tienen cuáles de esas fallas|de qué adolece cada equipo]?',
  ],
  'pairs.by-vulnerability': [
    '[Cruce ambas listas|Empareje equipos y fallas], [agrupado por vulnerabilidad|una vulnerabilidad tras otra].',
    '[Para cada vulnerabilidad|Por cada CVE], [dígame qué equipos la tienen|qué equipos sufren el problema].',
  ],

  'noop.hosts': [
    '¿[Puede|Podría] [reiniciarlos esta noche|sacar el primero de la red|llamar al dueño del primero|pedir discos nuevos]?',
    '¿[Quién pagó|Cuánto costaron|Qué temperatura hay en la sala de] esas máquinas?',
  ],
  'noop.vulnerabilities': [
    '¿[Puede|Podría] [escribir un exploit para la primera|telefonear al fabricante|traducir el aviso|instalar los arreglos]?',
    '¿[Quién descubrió|Qué dice el fabricante de|Hay alguna charla sobre] la primera?',
  ],
  'noop.alerts': [
    '¿[Puede|Podría] [silenciar la primera|despertar a quien está de guardia|bloquear al remitente|poner la grabación]?',
    '¿[Quién estaba de turno|Fue culpa de la cafetera|Se rio alguien] cuando llegó eso?',
  ],
  'noop.tickets': [
    '¿[Puede|Podría] [cerrar el primero|escribir una respuesta amable|pasármelos todos|subir la prioridad del último]?',
    '¿[Cuánto dura la comida|Quién manda|Qué ambiente hay] en ese grupo?',
  ],
  farewell: [
    '[Gracias|Muchas gracias|Mil gracias], [eso es todo|con eso basta|ya tengo lo que necesito].',
    '[Perfecto|Estupendo|Bien], [no hay más preguntas|hemos terminado|me voy a la reunión].',
  ],

  'story.patch-night': [
    '[Esta noche toca parchear|La ventana de mantenimiento se abre esta noche], así que [hay prisa|preparo la lista|tenga paciencia].',
  ],
  'story.audit': [
    '[El lunes vienen los auditores|Nos toca auditoría] y [debo enseñar cifras|quieren listas|no puede faltar nada].',
  ],
  'story.phishing': [
    '[Hubo una oleada de correos falsos|Alguien pinchó en un mal enlace], [de modo que revisamos todo|y ahora miramos alrededor].',
  ],
  'story.merger': [
    '[Compramos otra empresa|Tras la fusión], [sus sistemas pasan a ser nuestros|hay que mirarlo todo de nuevo].',
  ],
  'story.newcomer': [
    '[Es mi primera semana|Soy nuevo en la mesa], así que [tenga paciencia|quizá pregunte tonterías].',
  ],
  'story.rumour': [
    '[Corre el rumor de una filtración|La prensa pregunta por una filtración], [seguramente nada|y quiero estar seguro].',
  ],
  'story.report': [
    '[Hay que entregar el informe trimestral|Escribo el informe para la dirección] y [faltan las cifras|esta parte está vacía].',
  ],
  'story.exercise': [
    '[Hacemos un simulacro|Esto es un ejercicio], [no un incidente real|pero tómelo en serio].',
  ],

  'lead.brisk': ['Bien.', 'Una cosa rápida.', 'Siguiente.', 'Deprisa.'],
  'lead.formal': ['Le saludo atentamente.', 'Si me permite.', 'Con su permiso.', 'Ruego su ayuda.'],
  'lead.chatty': ['Ya sabe cómo es esto.', 'Vaya mañanita.', 'Aquí estoy otra vez.', 'Me manda un colega.'],
  'lead.unsure': ['No sé bien cómo decirlo.', 'A lo mejor no tiene sentido.', 'Déjeme pensar.', 'Mmm.'],
  'lead.worried': ['Esto me pone nervioso.', 'No me gusta nada.', 'Hay que darse prisa.', 'Pinta mal.'],
  'tail.brisk': ['Ya.', 'Gracias.', 'Venga.'],
  'tail.formal': ['Le quedo agradecido.', 'Gracias de antemano.', 'Se lo agradecería.'],
  'tail.chatty': ['Sin agobios, claro.', 'Es usted un tesoro.', 'Y me voy a por un café.'],
  'tail.unsure': ['Creo.', 'O eso pienso.', 'Si es que se puede.'],
  'tail.worried': ['Cuanto antes mejor.', 'Por favor, que no falte nada.', 'Espero que no sea nada.'],
}
