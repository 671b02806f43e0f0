// SPDX-License-Identifier: MIT
// Les mots des tables : titres, colonnes, lignes.

// By the word as the files of the charts write it; one not listed is shown as it is.
export const charts: Record<string, string> = {
  // charts
  fire: 'tir', shock: 'choc', melee: 'mêlée', odds: 'rapport de forces', sides: 'bords d’hexagone', terrain: 'terrain', modifiers: 'modificateurs',
  fire_modifiers: 'modificateurs du tir', shock_modifiers: 'modificateurs du choc', options: 'options',
  // columns
  art: 'art.', inf: 'inf.', cav: 'cav.', artillery: 'artillerie', heavy_infantry: 'infanterie lourde', cavalry_or_light: 'cavalerie, légers', commander: 'commandant',
  attacker: 'assaillant', attackers: 'assaillants', defender: 'défenseur', defenders: 'défenseurs', built: 'maisons', charge: 'charge', choices: 'choix', cost: 'coût', d: 'désordre',
  fire_in: 'tir vers le dedans', fire_out: 'tir vers le dehors', melee_in: 'mêlée vers le dedans', melee_out: 'mêlée vers le dehors', from: 'à partir de', fronts: 'hexagones frontaux', guns: 'canons',
  key: 'ligne', kind: 'sorte', loser: 'qui souffre', modifier: 'modificateur', name: 'nom', option: 'option', ratio: 'rapport', result: 'résultat', retreat: 'recul',
  shock_cav: 'choc (cav.)', side: 'bord', sight: 'vue', total: 'total', traits: 'traits', value: 'valeur', zone: 'ZdC',
  // ground
  clear: 'dégagé', vines: 'vignes', cultivated: 'cultures', difficult: 'difficile', orchard: 'verger', palms: 'palmeraie', wood: 'bois', woods: 'bois', marsh: 'marais', swamp: 'marais', pond: 'étang', inundation: 'inondation',
  village: 'village', town: 'ville', castle: 'château', cassina: 'cassine', farm: 'ferme', pheasantry: 'faisanderie', redoubt: 'redoute', road: 'route', trail: 'chemin', hex: 'hexagone', move: 'mouvement',
  bridge: 'pont', ford: 'gué', river: 'rivière', stream: 'ruisseau', crest: 'crête', slope: 'pente', fortification: 'fortification', flood_wall: 'digue',
  redoubt_in: 'redoute, vers le dedans', redoubt_out: 'redoute, vers le dehors', fortification_in: 'fortification, vers le dedans', fortification_out: 'fortification, vers le dehors',
  level_up: 'niveau, en montant', level_down: 'niveau, en descendant', slope_up: 'pente, en montant', slope_down: 'pente, en descendant',
  steep_up: 'pente raide, en montant', steep_down: 'pente raide, en descendant', sharp_up: 'pente forte, en montant', sharp_down: 'pente forte, en descendant',
  disordered_into_zone: 'désorganisée entrant en ZdC', leave_zone: 'quitter une ZdC', friend: 'traverser un ami',
  // what the ground does
  blocks: 'coupe', open: 'libre', front: 'six hexagones frontaux', nocharge: 'pas de charge', shelter: 'abri', rally: 'ralliement', half: 'moitié', yes: 'oui', no: 'non', less: 'moins',
  // modifiers
  adjacent: 'à un hexagone', barrage: 'barrage', massed: 'cible massée', long: 'longue portée', effective: 'portée efficace', maximum_range: 'portée maximale', pair: 'deux pièces', stacked_guns: 'pièces empilées', reaction: 'tir de réaction',
  firer_in_square: 'tireur en carré', target_square: 'cible en carré', exposed: 'arrière exposé', six_fronts: 'six hexagones frontaux', routed: 'en déroute', rear: 'par l’arrière', front_and_rear: 'de front et par l’arrière',
  pursuit: 'poursuite', no_orders: 'sans ordres', cavalry_shock: 'choc de cavalerie', infantry_on_square: 'infanterie contre carré', charge_on_square: 'charge contre carré', charge_at_square: 'charge contre carré',
  charge_heavy: 'charge lourde', charge_light: 'charge légère', heavy_counters_light: 'lourde contre-charge légère', light_counters_heavy: 'légère contre-charge lourde',
  fire_disorganised: 'tir : désorganisée', fire_hedgehog: 'tir : en hérisson', fire_moved: 'tir : a bougé', fire_range: 'tir : distance', fire_salvo: 'tir : salve',
  fire_target_guns: 'tir : cible, canons', fire_target_hedgehog: 'tir : cible en hérisson', fire_target_higher: 'tir : cible plus haut', fire_target_loose: 'tir : cible dispersée',
  melee_attackers_disorganised: 'mêlée : assaillants désorganisés', melee_attackers_light: 'mêlée : assaillants légers', melee_cap: 'mêlée : limite', melee_charge: 'mêlée : charge', melee_defenders_disorganised: 'mêlée : défenseurs désorganisés',
  melee_defenders_light: 'mêlée : défenseurs légers', melee_defenders_routed: 'mêlée : défenseurs en déroute', melee_fired: 'mêlée : a tiré', melee_flank: 'mêlée : de flanc', melee_foot_on_hedgehog: 'mêlée : infanterie contre hérisson',
  melee_higher: 'mêlée : plus haut', melee_lower: 'mêlée : plus bas', melee_horse_attacks_works: 'mêlée : cavalerie contre ouvrages', melee_horse_defends_works: 'mêlée : cavalerie dans les ouvrages', melee_horse_on_hedgehog: 'mêlée : cavalerie contre hérisson', melee_rear: 'mêlée : par l’arrière',
  rally_chief_here: 'ralliement : général en chef ici', rally_chief_near: 'ralliement : général en chef proche', rally_commander_here: 'ralliement : commandant ici', retreat_flank: 'recul : de flanc', retreat_front: 'recul : de front',
  // results
  none: 'sans effet', test: 'test de cohésion', check: 'test de cohésion', disorder: 'désordre', rout: 'déroute', heavy: 'désordre et recul, ou déroute', go: 'recule', counter: 'contre-choc', through: 'percée',
  attacker_back: 'assaillant désordonné, testé', attacker_counter: 'assaillant désordonné, testé ; contre-choc', defender_test: 'défenseur recule, testé', defender_disorder: 'défenseur recule, désordonné ; percée',
  // options
  'heavy-fire': 'tir écrasant', 'woods-fire': 'tir sur les bois', 'commander-costs': 'coûts du commandant', plus: 'plus', minus: 'moins', cavalry: 'cavalerie', chart: 'table',
  // La Bataille: tables and columns
  close: 'aborder', close_method: 'méthode d’attaque', density: 'densité', fire_defense: 'défense au tir', fire_multiples: 'multiples de tir', impetus: 'élan', leader_casualty: 'pertes de chefs', limbering: 'attelage',
  morale_levels: 'niveaux de moral', movement: 'mouvement', stacking: 'empilement', stand: 'tenir', violations: 'violations d’empilement', method: 'méthode', nation: 'nation', before_1809: 'avant 1809', from_1809: 'dès 1809', '1815-ligny': '1815 (Ligny)', grade: 'fiabilité',
  column: 'colonne', least: 'au moins', most: 'au plus', odds_1_3: 'rapport 1:3', odds_1_2: 'rapport 1:2', odds_1_1: 'rapport 1:1', odds_2_1: 'rapport 2:1', odds_3_1: 'rapport 3:1', odds_4_1: 'rapport 4:1', odds_5_1: 'rapport 5:1', die: 'dé', hexes: 'hexagones', dead: 'mort', hours: 'heures', turns: 'tours', wound: 'blessure', need: 'il faut', track: 'échelle', cause: 'cause', steps: 'pas', unit: 'unité',
  mixed: 'mixte', mixed_infantry: 'mixte, infanterie', mixed_artillery: 'mixte, artillerie', limit: 'limite', infantry: 'infanterie', leader: 'chef', company: 'compagnie de tirailleurs', ricochet: 'ricochet', passes: 'laisse passer', stops: 'arrête', closed: 'fermé', any: 'toute formation', general: 'ordre général',
  line: 'ligne', square: 'carré', skirmish: 'tirailleurs', structure: 'structure spéciale', special: 'spécial', hexside: 'côté', foot: 'à pied', horse: 'à cheval', bonus: 'bonus', position: 'de position', brigade: 'brigade', battery: 'batterie', regiment: 'régiment', battalion: 'bataillon', cohort: 'cohorte', foreign: 'étrangers', elites: 'élites',
  and: 'et', for: 'pour', or: 'ou', other: 'autres', against: 'contre', out: 'hors de combat',
  // La Bataille: formations and ground
  inf_column: 'colonne', inf_line: 'ligne', square_large: 'gros carré', general_order: 'ordre général', pgd: 'PGD', road_column: 'colonne de route', cav_column: 'cav., colonne', cav_line: 'cav., ligne', cav_skirmish: 'cav., tirailleurs', cav_general: 'cav., ordre général', cav_disorder: 'cav., désordre', cav_pgd: 'cav., PGD',
  art_limbered: 'art. attelée', art_unlimbered: 'art. en batterie', art_with_inf: 'art. avec infanterie', farmettes_houses: 'fermettes et maisons', pond_river: 'étang ou rivière', rough: 'accidenté', special_structure: 'structure spéciale', sunken_road: 'chemin creux', thicket: 'fourré', hedge: 'haie', wall: 'mur', slope_normal: 'pente ordinaire', slope_severe: 'pente forte',
  // La Bataille: results and modifiers
  flank: 'de flanc', uphill: 'en montée', close_uphill: 'aborder en montée', close_stream: 'aborder : ruisseau', close_sunken_road: 'aborder : chemin creux', close_structure: 'aborder : structure spéciale', head: 'tête', torso: 'torse', leg: 'jambe', arm: 'bras', stunned: 'étourdi', flesh: 'égratignure', light: 'légers', order: 'ordre', dice: 'dés',
  over_limit: 'au-delà de la limite', already_pgd: 'déjà en PGD', recoil_enters: 'entrée en recul', pgd_enters: 'entrée en PGD', pgd_over_limbered: 'PGD à travers de l’artillerie attelée', pgd_cavalry_over_skirmishers: 'cavalerie en PGD à travers des tirailleurs', ridden_over_square: 'carré chevauché',
  Blank: 'blanc', Firefight: 'fusillade',
  spiked: 'pièces enclouées', scatter: 'dispersion des obus', assault: 'assaut', unseen: 'hors de vue', far: 'loin',
  // La Bataille: nations and troops
  French: 'français', British: 'britannique', Prussian: 'prussien', Russian: 'russe', Austrian: 'autrichien', Italian: 'italien', Spanish: 'espagnol', Portuguese: 'portugais', Polish: 'polonais', Hanoverian: 'hanovrien', Brunswick: 'Brunswick', Nassau: 'Nassau', 'Dutch-Belgian': 'hollando-belge', Rheinbund: 'Rheinbund',
  Guard: 'Garde', Guards: 'Gardes', Imperial: 'impériale', Young: 'jeune', Corps: 'corps', Korps: 'corps', Division: 'division', Infantry: 'infanterie', Foot: 'à pied', Light: 'légers', Line: 'ligne', Ligne: 'Ligne', Rifles: 'Rifles', Fusilier: 'Fusiliers', Grenadier: 'Grenadiers', Grenzer: 'Grenzer', Jäger: 'Jäger', Schützen: 'Schützen',
  Landwehr: 'Landwehr', Militia: 'milice', Reserve: 'réserve', Regular: 'réguliers', Provisional: 'provisoire', Cossack: 'cosaque', Marins: 'Marins', KGL: 'KGL', Légère: 'Légère', Old: 'Vieille', I: 'I', II: 'II', III: 'III', IV: 'IV', VI: 'VI', '7th': '7e', Velites: 'Vélites', Vieille: 'Vieille', Jeune: 'Jeune', Garde: 'Garde', Nationale: 'nationale', Caçadores: 'Caçadores',
  // La Bataille: cavalry
  stand_cavalry: 'tenir contre la cavalerie', rally_square: 'carré de ralliement', carre: 'carré', carre_mod: 'modificateurs du carré', harassment: 'harcèlement', recall: 'rappel', form_up: 'se former', lancers: 'lanciers', armoured: 'cuirassée', grand: 'grande charge', diverted: 'détourné',
  uphill_or_stream: 'en montée ou ruisseau', level: 'niveau', falling: 'en repli', back: 'en arrière', routing: 'en fuite', factor: 'défense de base', skirmishers: 'tirailleurs', guard: 'Garde', ligny: 'Ligny', Belgian: 'belge', Dutch: 'hollandais', Cossacks: 'Cosaques', Neapolitan: 'napolitain', Croat: 'croate', Leib: 'Leib', Avantgarde: 'avant-garde',
};
